import { zoneOnMap } from '#rules/addresses/page-addresses.ts'
import type { ZoneView } from '#views/zone.ts'
import { zoneYears, type YearSpan, type ZoneYears as Years } from '#views/zone-years.ts'
import { readLanes, spansText, yearReading } from '#views/year-reading.ts'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'

/** A zone's years at a glance: a table with a time line in each row. Nothing if no year is known. `onMap`: with a link to the map. */
export function ZoneYears({ zone, level, onMap }: { zone: ZoneView; level: Level; onMap: boolean }) {
  const years = zoneYears(zone)
  if (!years) return null
  const at = scale(years)
  const middle = Math.floor((years.start + years.end) / 2)
  return (
    <section className="zone-years" aria-labelledby="years">
      <HeadingAt level={level} id="years">
        Years at a glance
      </HeadingAt>
      <year-cursor>
        <p className="year-reading">
          <output htmlFor="year">{yearReading(middle, readLanes(years))}</output>
          {onMap && <a href={zoneOnMap(zone.pk, middle)}>The map in that year</a>}
        </p>
        <table className="narrow" aria-labelledby="years">
          <thead>
            <tr>
              <th scope="col">Who or what</th>
              <th scope="col">
                <span className="visually-hidden">Time line</span>
                <svg className="axis" aria-hidden="true">
                  {years.ticks.map((tick) => (
                    <text key={tick} x={at(tick)} y="14" className={edge(tick, years)}>
                      {tick}
                    </text>
                  ))}
                </svg>
              </th>
              <th scope="col">Years</th>
            </tr>
            <tr className="cursor">
              <th scope="row">Look at a year</th>
              <td>
                <input
                  type="range"
                  id="year"
                  aria-label="Look at a year"
                  min={years.start}
                  max={years.end - 1}
                  defaultValue={middle}
                />
              </td>
              <td>
                <input
                  type="number"
                  aria-label="Year to look at"
                  min={years.start}
                  max={years.end - 1}
                  defaultValue={middle}
                />
              </td>
            </tr>
          </thead>
          {years.lanes.map(({ kind, title, rows }) => (
            <tbody key={kind} className={kind}>
              <tr className="lane">
                <th scope="rowgroup" colSpan={3}>
                  {title}
                </th>
              </tr>
              {rows.map(({ text, href, years: label, spans, open }, row) => (
                <tr key={row} data-spans={spansText(spans)}>
                  <th scope="row">{href ? <a href={href}>{text}</a> : text}</th>
                  <td className="line">
                    <svg aria-hidden="true">
                      {years.ticks.map((tick) => (
                        <line key={tick} className="tick" x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />
                      ))}
                      {open && <Span span={open} at={at} />}
                      {spans.map((span, index) => (
                        <Span key={index} span={span} at={at} />
                      ))}
                    </svg>
                  </td>
                  <td className="figures">{label}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </year-cursor>
    </section>
  )
}

/** A year's position in per cent. Without a view box, text and dots keep their shape at any width. */
const scale =
  ({ start, end }: Years) =>
  (year: number) =>
    `${Number((((year - start) / (end - start)) * 100).toFixed(2))}%`
/** Aligns the labels at both ends inside the line. */
const edge = (tick: number, { start, end }: Years) => {
  const place = (tick - start) / (end - start)
  return place < 0.05 ? 'first' : place > 0.95 ? 'last' : undefined
}

/** A bar for a span, a lighter one for what is concluded, a dot for one year, dashes towards an unknown end. */
function Span({ span: { from, to, between }, at }: { span: YearSpan; at: (year: number) => string }) {
  const first = from ?? to!
  const last = to ?? from!
  return (
    <>
      {from === null && <line className="open" x1="0" x2={at(first)} y1="50%" y2="50%" />}
      {to === null && <line className="open" x1={at(last + 1)} x2="100%" y1="50%" y2="50%" />}
      {between && to === null ? null : first >= last && !between ? (
        <circle cx={at(first + 0.5)} cy="50%" r="4.5" />
      ) : (
        <line className={between ? 'bar concluded' : 'bar'} x1={at(first)} x2={at(last + 1)} y1="50%" y2="50%" />
      )}
    </>
  )
}
