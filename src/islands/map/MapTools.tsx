import { type ComponentProps, useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import type { MapLayers } from '#contract/map-layers.ts'
import type { Comparison } from '#stores/map/comparison.ts'
import { shareAddress } from '#stores/map/view-address.ts'
import { useStore } from '../widgets/use-store.ts'
import { canShow } from './engine/layer-plan.ts'
import { useMapStores } from './stores-context.ts'
import { MESSAGES } from './messages.ts'

/** Buttons on the map, below its zoom buttons. */
export function MapTools({ overlays, baseMaps }: MapLayers) {
  const stores = useMapStores()
  const comparison = useStore(stores.$comparison)
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
  const compare = () => {
    const shown = stores.$overlays.get()
    const old = overlays
      .filter(({ inLegend }) => inLegend)
      .map(({ id }) => ({ id, visible: shown[id]?.visible === true }))
    const base = stores.$baseMap.get()
    const others = baseMaps
      .filter(canShow)
      .map(({ id }) => id)
      .filter((id) => id !== base)
    const next = firstComparison(old, [base, ...others])
    if (comparison) stores.endComparison()
    else if (next) stores.compare(next)
  }
  return (
    <div className="map-buttons map-tools" role="group" aria-label="Map">
      {overlays.length + baseMaps.length > 1 && (
        <Tool name={MESSAGES.compare} aria-pressed={comparison !== null} onClick={compare}>
          <Icon name="compare" />
        </Tool>
      )}
      <Tool name={MESSAGES.copy} data-needs="web" onClick={() => void copy()}>
        <Icon name="link" />
      </Tool>
      <Tool
        name={MESSAGES.help}
        aria-expanded={isWelcomeOpen}
        onClick={isWelcomeOpen ? stores.closeWelcome : stores.openWelcome}
      >
        ?
      </Tool>
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

/** A button whose name is read out, and shown under the pointer. */
const Tool = ({ name, ...button }: ComponentProps<'button'>) => (
  <button type="button" aria-label={name} title={name} {...button} />
)

/** What is compared first: the topmost visible old map, or the first one, with the base map. Null with fewer than two layers. */
export function firstComparison(
  overlays: readonly { id: string; visible: boolean }[],
  baseMaps: readonly string[],
): Comparison | null {
  const left = (overlays.find(({ visible }) => visible) ?? overlays[0])?.id ?? baseMaps[1]
  const right = baseMaps[0]
  return left !== undefined && right !== undefined ? { left, right, at: 0.5 } : null
}
