import { useState } from 'react'
import { Icon } from '../widgets/Icon.tsx'
import { WORDS } from './words.ts'

/** Copies the address of what is seen. Where the browser does not let it, the address is shown for copying by hand. */
export function CopyLink({ share }: { share: () => string }) {
  const [state, setState] = useState<{ copied: boolean; link: string }>()
  const copy = async () => {
    const link = share()
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
      <p className="side-status" role="status">
        {state && (state.copied ? WORDS.copied : WORDS.notCopied)}
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
