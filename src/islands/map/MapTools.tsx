import { useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import { shareAddress } from '#stores/map/share-address.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'
import { MESSAGES } from './messages.ts'

/** Buttons on the map, below its zoom buttons. */
export function MapTools() {
  const stores = useMapStores()
  const isWelcomeOpen = useStore(stores.$welcome)
  const [copied, setCopied] = useState<{ link: string; done: boolean }>()
  const copy = async () => {
    const link = shareAddress(stores, location.href)
    const done = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    setCopied({ link, done })
  }
  return (
    <div className="map-tools" role="group" aria-label="Map">
      <button type="button" aria-label={MESSAGES.copy} title={MESSAGES.copy} onClick={() => void copy()}>
        <Icon name="link" />
      </button>
      <button
        type="button"
        aria-label={MESSAGES.help}
        title={MESSAGES.help}
        aria-expanded={isWelcomeOpen}
        onClick={isWelcomeOpen ? stores.closeWelcome : stores.openWelcome}
      >
        ?
      </button>
      <div className="map-copied" role="status">
        {copied && (
          // The key restarts the animation that takes it away.
          <p key={copied.link} className="map-notice" data-done={copied.done || undefined}>
            {copied.done ? MESSAGES.copied : MESSAGES.notCopied}
            {!copied.done && (
              <input
                type="text"
                readOnly
                aria-label="Link to this view"
                value={copied.link}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            )}
          </p>
        )}
      </div>
    </div>
  )
}
