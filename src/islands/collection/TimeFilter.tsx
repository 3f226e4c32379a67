import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { TIME } from '#contract/limits.ts'
import { EARLIER } from '#rules/addresses/collection-address.ts'
import { clampYears, isEarlier } from '#stores/shared/years.ts'
import { YearsRange } from '../widgets/YearsRange.tsx'
import { decadeOfYears } from './chosen-filters.ts'
import { FacetList } from './FacetList.tsx'
import { useCollection } from './page-context.ts'
import { useFacets } from './filter-hooks.ts'
import { resultsText } from './messages.ts'

const thisYear = () => new Date().getFullYear()
/** Height of the drawing, and of its lowest bar, in SVG units. */
const HEIGHT = 48
const LEAST = 2

/** Spec §9 "Time slider" under a histogram by decade. */
export function TimeFilter() {
  const { stores } = useCollection()
  const { facets, known } = useFacets()
  const { years } = useStore(stores.$filters)
  const last = thisYear()
  const chosen = decadeOfYears(years, last)
  const yearsOf = (decade: number) => ({ start: Math.max(TIME.firstYear, decade), end: Math.min(last, decade + 9) })
  const earlier = isEarlier(years)
  const whole = { start: TIME.firstYear, end: last }
  return (
    <section className="filter" aria-labelledby="time-label">
      <h3 id="time-label">Time</h3>
      <div>
        <Histogram />
        <YearsRange years={clampYears(years, last)!} onChange={stores.setYears} />
      </div>
      {(facets.earlier > 0 || earlier) && (
        <FacetList
          most={1}
          what=""
          facets={[
            {
              key: 0,
              text: `Before ${TIME.firstYear}`,
              count: known ? facets.earlier : null,
              href: stores.hrefOf({ years: earlier ? whole : EARLIER }),
              current: earlier,
              choose: stores.toggleEarlier,
            },
          ]}
        />
      )}
      <details className="decades">
        <summary>By decade</summary>
        <FacetList
          most={30}
          what="decades"
          facets={facets.decades.map(({ decade, count }) => ({
            key: decade,
            text: `${decade}s`,
            count: known ? count : null,
            href: stores.hrefOf({ years: decade === chosen ? whole : yearsOf(decade) }),
            current: decade === chosen,
            choose: () => stores.toggleDecade(decade),
          }))}
        />
      </details>
    </section>
  )
}

/** Hidden from assistive technology: the list of decades is equivalent. */
function Histogram() {
  const { stores, first } = useCollection()
  const { facets, known } = useFacets()
  const { years } = useStore(stores.$filters)
  // Without any result the bars of all items stay, in grey.
  const isEmpty = facets.decades.length === 0
  const decades = isEmpty ? first.facets.decades : facets.decades
  const [under, setUnder] = useState<number | null>(null)
  const last = thisYear()
  const most = Math.max(1, ...decades.map(({ count }) => count))
  const pointed = facets.decades.find(({ decade }) => decade === under)
  return (
    <div className="histogram" aria-hidden="true" onPointerLeave={() => setUnder(null)}>
      <p className="figures">
        {pointed ? `${pointed.decade}s${known ? `: ${resultsText(pointed.count)}` : ''}` : '\u00a0'}
      </p>
      <svg viewBox={`0 0 ${last - TIME.firstYear} ${HEIGHT}`} preserveAspectRatio="none">
        {decades.map(({ decade, count }) => {
          const height = count === 0 ? 0 : Math.max(LEAST, (count / most) * HEIGHT)
          const width = Math.min(10, last - decade)
          const inside = !isEmpty && decade + 9 >= years.start && decade <= years.end
          return (
            <g
              key={decade}
              data-inside={inside || undefined}
              onPointerEnter={() => setUnder(decade)}
              onClick={() => stores.toggleDecade(decade)}
            >
              <rect className="room" x={decade - TIME.firstYear} width={width} height={HEIGHT} />
              <rect
                x={decade - TIME.firstYear + 0.6}
                y={HEIGHT - height}
                width={Math.max(1, width - 1.2)}
                height={height}
              />
            </g>
          )
        })}
      </svg>
    </div>
  )
}
