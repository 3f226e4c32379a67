import type { ZoneOverview } from '#rules/zone-overview.ts'
import { zoneYears, type YearSpan, type ZoneYears as Years } from '#rules/zone-years.ts'
import { HeadingAt, type Level } from '../widgets/HeadingAt.tsx'

/** A zone's years at a glance: a table that reads as one, with a line of time in each row. Nothing where no year is known. */
export function ZoneYears({ overview, level }: { overview: ZoneOverview; level: Level }) {
  const years = zoneYears(overview)
  if (!years) return null
  const at = scale(years)
  return (
    <section className="zone-years" aria-labelledby="years">
      <HeadingAt level={level} id="years">
        Years at a glance
      </HeadingAt>
      <table className="narrow" aria-labelledby="years">
        <thead>
          <tr>
            <th scope="col">Who or what</th>
            <td aria-hidden="true">
              <svg className="axis">
                {years.ticks.map((tick) => (
                  <text key={tick} x={at(tick)} y="14" className={edge(tick, years)}>
                    {tick}
                  </text>
                ))}
              </svg>
            </td>
            <th scope="col">Years</th>
          </tr>
        </thead>
        {years.lanes.map(({ kind, title, rows }) => (
          <tbody key={kind} className={kind}>
            <tr className="lane">
              <th scope="rowgroup" colSpan={3}>
                {title}
              </th>
            </tr>
            {rows.map(({ text, href, years: said, spans }, row) => (
              <tr key={row}>
                <th scope="row">
                  <a href={href}>{text}</a>
                </th>
                <td className="line" aria-hidden="true">
                  <svg>
                    {years.ticks.map((tick) => (
                      <line key={tick} className="tick" x1={at(tick)} x2={at(tick)} y1="0" y2="100%" />
                    ))}
                    {spans.map((span, index) => (
                      <Span key={index} span={span} at={at} />
                    ))}
                  </svg>
                </td>
                <td className="figures">{said}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** A year as a place on the line, in per cent of it: a drawing without a view box keeps its text and its dots in shape at any width. */
const scale =
  ({ start, end }: Years) =>
  (year: number) =>
    `${Number((((year - start) / (end - start)) * 100).toFixed(2))}%`
/** A year at an end of the line is written within it. */
const edge = (tick: number, { start, end }: Years) => {
  const place = (tick - start) / (end - start)
  return place < 0.05 ? 'first' : place > 0.95 ? 'last' : undefined
}

/** A bar for years that are known, a dot for one; dashes lead on where the other end is not known. */
function Span({ span: { from, to }, at }: { span: YearSpan; at: (year: number) => string }) {
  const first = from ?? to!
  const last = to ?? from!
  return (
    <>
      {from === null && <line className="open" x1="0" x2={at(first)} y1="50%" y2="50%" />}
      {to === null && <line className="open" x1={at(last + 1)} x2="100%" y1="50%" y2="50%" />}
      {first >= last ? (
        <circle cx={at(first + 0.5)} cy="50%" r="4.5" />
      ) : (
        <line className="bar" x1={at(first)} x2={at(last + 1)} y1="50%" y2="50%" />
      )}
    </>
  )
}
