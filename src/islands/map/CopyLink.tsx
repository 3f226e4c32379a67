import { useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import { shareAddress } from '#stores/map/share-address.ts'
import { useMapStores } from './stores-context.ts'
import { MESSAGES } from './messages.ts'

/** Copies the address of the current view. Where the browser blocks that, shows the address for copying by hand. */
export function CopyLink() {
  const stores = useMapStores()
  const [state, setState] = useState<{ copied: boolean; link: string }>()
  const copy = async () => {
    const link = shareAddress(stores, location.href)
    try {
      await navigator.clipboard.writeText(link)
      setState({ copied: true, link })
    } catch {
      setState({ copied: false, link })
    }
  }
  return (
    <div className="copy-link">
      <button type="button" className="button" onClick={() => void copy()}>
        <Icon name="link" />
        Copy link to this view
      </button>
      <p className="side-status meta" role="status">
        {state && (state.copied ? MESSAGES.copied : MESSAGES.notCopied)}
      </p>
      {state && !state.copied && (
        <input
          type="text"
          readOnly
          aria-label="Link to this view"
          value={state.link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  )
}
