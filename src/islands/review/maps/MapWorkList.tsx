import type { MapWork } from '#contract/old-maps.ts'
import { isBusy, type OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { SmallButton } from '../../widgets/Button.tsx'

interface Props {
  store: OldMapsStore
  work: readonly MapWork[]
  onPlace: (work: MapWork) => void
}

/** Maps whose tiles are being made, with their progress; and uploads that were not made into a map. */
export function MapWorkList({ store, work, onPlace }: Props) {
  if (work.length === 0) return null
  return (
    <section aria-labelledby="maps-work">
      <h2 id="maps-work">{work.some(isBusy) ? 'Being made' : 'Not made yet'}</h2>
      <ul className="rows">
        {work.map((each) => (
          <li key={each.upload}>
            <p className="row-name">{each.title}</p>
            {each.state === 'failed' || each.state === 'cancelled' ? (
              <>
                <p className={each.state === 'failed' ? 'form-error' : 'meta'}>{each.error}</p>
                <p className="buttons">
                  <SmallButton onClick={() => onPlace(each)}>
                    Place It Again<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                  <SmallButton onClick={() => void store.drop(each.upload)}>
                    Forget It<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                </p>
              </>
            ) : (
              <>
                <progress
                  aria-label={`Tiles of ${each.title}`}
                  max={each.total || 1}
                  {...(each.total > 0 && { value: each.done })}
                />
                <p className="meta">
                  {each.state === 'waiting' && 'Waits for the one before.'}
                  {each.state === 'cutting' && each.total === 0 && 'The scan is being read.'}
                  {each.state === 'cutting' &&
                    each.total > 0 &&
                    `${formatNumber(each.done)} of ${formatNumber(each.total)} tiles.`}
                  {' You can leave this page meanwhile.'}
                </p>
                <p className="buttons">
                  <SmallButton onClick={() => void store.cancel(each)}>
                    Cancel<span className="visually-hidden"> {each.title}</span>
                  </SmallButton>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
