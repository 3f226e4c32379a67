import type { MapLayers } from '#contract/map-layers.ts'
import { Icon } from '#components/Icon.tsx'
import { useStore } from '../widgets/use-store.ts'
import { moveFocus } from '../widgets/move-focus.ts'
import { theMap, useMapStores } from './stores-context.ts'
import { layerName } from './messages.ts'
import { compareTimes, layersOf } from './year/map-of-time.ts'
import { YearField } from '../widgets/YearsRange.tsx'
import './compare.css'

const SIDES = [
  { side: 'left', text: 'Left' },
  { side: 'right', text: 'Right' },
] as const

/** Two layers side by side, with a divider to drag, or to move with the arrow keys. */
export function Compare(all: MapLayers) {
  const stores = useMapStores()
  const comparison = useStore(stores.$comparison)
  const sides = useStore(stores.$sides)
  if (!comparison) return null
  const layers = layersOf(all)
  const nameOf = (wanted: string) => layers.filter(({ id }) => id === wanted).map(layerName)[0] ?? ''
  return (
    <section className="compare" aria-label="Compare two maps">
      <input
        className="compare-handle"
        type="range"
        aria-label={`Divider between ${SIDES.map(({ side }) => sides?.[side] ?? nameOf(comparison[side])).join(' and ')}`}
        aria-valuetext={`${Math.round(comparison.at * 100)} % from the left`}
        min={0}
        max={1}
        step={0.01}
        value={comparison.at}
        onChange={({ target }) => stores.compare({ ...comparison, at: target.valueAsNumber })}
      />
      <div className="compare-line" style={{ '--at': comparison.at } as object} />
      <div className="compare-bar">
        {SIDES.map(({ side, text }) =>
          sides ? (
            <div key={side}>
              <YearField
                label={`${text} year`}
                year={sides[side]}
                onYear={(year) => compareTimes(stores, all, { ...sides, [side]: year })}
              />
              <span>{nameOf(comparison[side])}</span>
            </div>
          ) : (
            <label key={side}>
              <span className="visually-hidden">{text}</span>
              <select
                value={comparison[side]}
                onChange={({ target }) => stores.compare({ ...comparison, [side]: target.value })}
              >
                {layers.map((layer) => (
                  <option key={layer.id} value={layer.id}>
                    {layerName(layer)}
                  </option>
                ))}
              </select>
            </label>
          ),
        )}
        <button
          type="button"
          className="round-button"
          aria-label="End the comparison"
          onClick={({ currentTarget }) => {
            moveFocus(currentTarget.closest('.compare'), theMap())
            stores.endComparison()
          }}
        >
          <Icon name="cross" />
        </button>
      </div>
    </section>
  )
}
