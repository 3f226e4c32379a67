import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { whenText } from '../messages.ts'
import { named } from './messages.ts'

/** Maps in the trash, which can be brought back until a person empties it: removed ones, and those that another scan or placement replaced. */
export function RemovedMaps({ store, maps }: { store: OldMapsStore; maps: readonly OldMap[] }) {
  const inTrash = maps.filter(({ removed, earlier }) => removed !== null || earlier)
  if (inTrash.length === 0) return null
  return (
    <section aria-labelledby="maps-removed">
      <h2 id="maps-removed">Removed and replaced maps</h2>
      <p className="meta">Their files are in the trash, which only the command line empties.</p>
      <ul className="rows maps-list">
        {inTrash.map((map) => (
          <li key={map.layer}>
            <div className="maps-row">
              <div className="maps-about">
                <p className="row-name">{named(map)}</p>
                <p className="meta">
                  {map.removed !== null && <span>Removed {whenText(map.removed)}</span>}
                  {map.earlier && (
                    <span>
                      As it was before it was replaced, {whenText(map.earlier.at)}: {map.earlier.file_name}
                    </span>
                  )}
                </p>
              </div>
              <p className="buttons">
                <button type="button" className="small-button" onClick={() => void store.restore(map)}>
                  Bring Back
                  <span className="visually-hidden">
                    {map.earlier && ' the earlier'} {map.title}
                  </span>
                </button>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
