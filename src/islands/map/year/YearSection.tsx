import { useEffect, useState } from 'react'
import { MAP_LABEL } from '#contract/messages.ts'
import { LoadProblem } from '../../widgets/LoadProblem.tsx'
import { isPlainClick } from '../../widgets/plain-click.ts'
import { useStore } from '../../widgets/use-store.ts'
import { openClicked, type Click } from '../../records/clicked-record.ts'
import { useMapStores } from '../stores-context.ts'
import { createYearPages } from './year-pages.ts'
import { nearestYears } from './year-words.ts'

/** The year and the page of its places that a plain click on a link leads to. */
function clickedYear(click: Click): [year: number, page: number] | undefined {
  const href = (click.target as Element).closest('a')?.getAttribute('href') ?? ''
  const match = isPlainClick(click) ? /^\/years\/(\d{4})\/(?:(\d{1,4})\/)?(?:#.*)?$/.exec(href) : null
  return match ? [Number(match[1]), Number(match[2] ?? 1)] : undefined
}

/** "In 1870", at the head of the side bar: what the page of the year has. Places zoom and open, items open over the map. */
export function YearSection({ year, years }: { year: number; years: readonly number[] }) {
  const stores = useMapStores()
  const [pages] = useState(() => createYearPages(years))
  const found = useStore(pages.$page)
  useEffect(() => pages.show(year), [pages, year])
  useEffect(() => pages.end, [pages])
  const setYear = (to: number) => stores.setYears({ start: to, end: to })

  const page = found.state === 'failed' ? undefined : found.value
  const isLoading = found.state === 'loading' || page?.year !== year
  const open = openClicked({
    item: stores.openItem,
    zone(pk) {
      stores.zoomToZone(pk)
      stores.openOverview(pk)
    },
  })
  const click = (event: Click & { preventDefault(): void }) => {
    const [to, at = 1] = clickedYear(event) ?? []
    if (to === undefined) return open(event)
    event.preventDefault()
    if (to === year) pages.show(to, at)
    else setYear(to)
  }
  return (
    <details className="side-section year-section" id="map-year" open>
      <summary>
        <h2>In {year}</h2>
      </summary>
      <div className="side-section-body">
        {found.state === 'failed' ? (
          <LoadProblem text={`What is recorded of ${year} can't be loaded.`} onRetry={() => pages.show(year)} />
        ) : (
          <p className="side-status meta" role="status">
            {isLoading && MAP_LABEL.loading}
            {!isLoading && page.inYear === null && `Nothing is recorded of ${year}.`}
          </p>
        )}
        {page?.inYear === null && !isLoading && (
          <p className="year-nearest">
            {nearestYears(years, year).map((each) => (
              <button key={each} type="button" className="small-button figures" onClick={() => setYear(each)}>
                {each}
              </button>
            ))}
          </p>
        )}
        {page && page.inYear !== null && (
          <div className="year-page" aria-busy={isLoading} onClick={click}>
            <section aria-label={`In ${page.year}`} dangerouslySetInnerHTML={{ __html: page.inYear }} />
            <section
              key={page.page}
              aria-label={`Places in ${page.year}`}
              dangerouslySetInnerHTML={{ __html: page.places }}
            />
          </div>
        )}
      </div>
    </details>
  )
}
