import { useEffect, useState, type MouseEvent } from 'react'
import { MAP_LABEL } from '#contract/messages.ts'
import { yearAddress } from '#rules/addresses/page-addresses.ts'
import { edition } from '#client/edition.ts'
import { LoadProblem } from '../../widgets/LoadProblem.tsx'
import { isPlainClick } from '../../widgets/plain-click.ts'
import { useStore } from '../../widgets/use-store.ts'
import { openClicked } from '../../records/clicked-record.ts'
import { sectionLine, useMapStores } from '../stores-context.ts'
import { createYearPages } from './year-pages.ts'

/** A page from a disk can read no other. */
const isCopy = edition === 'copy'

/** "In 1870", at the head of the side bar: what the page of the year has. Places zoom and open, items open over the map. */
export function YearSection({ year, years }: { year: number; years: readonly number[] }) {
  const { setYears, zoomToZone, openOverview, openItem } = useMapStores()
  const [pages] = useState(() => createYearPages(years))
  const { state, value } = useStore(pages.$page)
  useEffect(() => (isCopy ? undefined : pages.show(year)), [pages, year])
  useEffect(() => pages.end, [pages])

  const click = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')
    const [, to, page = 1] = /^\/years\/(\d{4})\/(?:(\d{1,4})\/)?/.exec(link?.getAttribute('href') ?? '') ?? []
    const zone = (pk: number) => (zoomToZone(pk), openOverview(pk))
    if (!to || !isPlainClick(event)) return openClicked({ item: openItem, zone })(event)
    event.preventDefault()
    // The link goes with what it is in. Nothing else on the page scrolls.
    const next = link!.closest<HTMLElement>('.year-page > [tabindex]') ?? sectionLine(link!)!
    const scroller = next.closest('.side-scroll')!
    next.focus({ preventScroll: true })
    scroller.scrollTop += next.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    if (Number(to) === year) pages.show(year, Number(page))
    else setYears({ start: Number(to), end: Number(to) })
  }
  const isReady = state === 'ready' && value.year === year
  const isNone = isReady && !value.html
  const nearest = [years.findLast((each) => each < year), years.find((each) => each > year)]
  return (
    <details className="side-section" id="map-year" open>
      <summary>
        <h2>In {year}</h2>
      </summary>
      <div className="side-section-body">
        {isCopy && <a href={yearAddress(year)}>The year {year}</a>}
        <p className="side-status meta" role="status">
          {isNone ? `Nothing is recorded of ${year}.` : !isReady && !isCopy && state !== 'failed' && MAP_LABEL.loading}
        </p>
        {state === 'failed' && (
          <LoadProblem text={`What is recorded of ${year} can't be loaded.`} onRetry={() => pages.show(year)} />
        )}
        {isNone && (
          <p className="year-nearest" onClick={click}>
            {nearest.map(
              (each) => each && <a key={each} className="small-button" href={yearAddress(each)} children={each} />,
            )}
          </p>
        )}
        {state !== 'failed' && value?.html && (
          <div className="year-page" aria-busy={!isReady} onClick={click}>
            <div dangerouslySetInnerHTML={{ __html: value.html.inYear }} />
            <div tabIndex={-1} dangerouslySetInnerHTML={{ __html: value.html.places }} />
          </div>
        )}
      </div>
    </details>
  )
}
