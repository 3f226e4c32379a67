import type { MapWork } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'

/** Maps whose tiles are being made, with their progress. */
export function MapWorkList({ store, work }: { store: OldMapsStore; work: readonly MapWork[] }) {
  if (work.length === 0) return null
  return (
    <section aria-labelledby="maps-work">
      <h2 id="maps-work">Being made</h2>
      <ul className="maps-work">
        {work.map((each) => (
          <li key={each.upload}>
            <p className="maps-title">{each.title}</p>
            {each.state === 'failed' ? (
              <>
                <p className="form-error">{each.error}</p>
                <button type="button" className="small-button" onClick={() => void store.drop(each.upload)}>
                  Forget it<span className="visually-hidden">: {each.title}</span>
                </button>
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
                    `${each.done.toLocaleString('en-CA')} of ${each.total.toLocaleString('en-CA')} tiles.`}
                  {' You can leave this page meanwhile.'}
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
