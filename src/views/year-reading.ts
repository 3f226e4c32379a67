import type { Item } from '#contract/item.ts'
import { yearOf } from '#rules/dates/display-dates.ts'
import { closedDates } from '#rules/dates/partial-dates.ts'
import { covers } from '#rules/years/place-years.ts'
import type { YearSpan, ZoneYears } from './zone-years.ts'
import type { RecordItems } from './item-lists.ts'

/** The rows of a lane with their spans. `name` is empty for the row of those that have none of their own. */
export interface ReadLane {
  kind: string
  rows: readonly { name: string; spans: readonly YearSpan[] }[]
}

/** The rows of a chart, as they are read: a row for several records leads to their table, and has no name of its own. */
export const readLanes = ({ lanes }: ZoneYears): ReadLane[] =>
  lanes.map(({ kind, rows }) => ({
    kind,
    rows: rows.map(({ text, href, spans }) => ({ name: href.startsWith('#') ? '' : text, spans })),
  }))

const WORDS: Record<string, string> = {
  names: 'called ',
  owners: 'owned by ',
  residents: 'lived in by ',
  organizations: 'here: ',
}

/** Nothing for what is recorded of a year, the records from which it is concluded, or undefined where it is not known. */
function basisIn(year: number, spans: readonly YearSpan[]): string | undefined {
  const now = spans.filter((span) => covers(span, year))
  const [first] = now
  if (!first?.between || now.some(({ between }) => !between)) return first && ''
  const [before, after] = first.between
  return ` (concluded from ${before}${after === null ? '' : ` and ${after}`})`
}

/** What a zone's chart says about one year: `1887: owned by Ada Calder (concluded from 1866 and 1891); here: Mill; 3 pictures`. */
export function yearReading(year: number, lanes: readonly ReadLane[]): string {
  const there = lanes.find(({ kind }) => kind === 'place')?.rows[0]!.spans[0]
  const isGone = there !== undefined && !covers(there, year)
  const parts = lanes.flatMap(({ kind, rows }) => {
    if (kind === 'place') return isGone ? [year < (there.from ?? year) ? 'not there yet' : 'no longer there'] : []
    const count = rows.flatMap(({ spans }) => spans.filter((span) => covers(span, year))).length
    if (count === 0 || (kind === 'names' && isGone)) return []
    if (!(kind in WORDS)) return `${count} ${kind.slice(0, count === 1 ? -1 : undefined)}`
    const named = new Map<string, string>()
    for (const { name, spans } of rows) {
      const basis = basisIn(year, spans)
      if (basis !== undefined && named.get(name) !== '') named.set(name, basis)
    }
    return WORDS[kind] + [...named].map(([name, basis]) => (name ? name + basis : 'others')).join(', ')
  })
  return `${year}: ${parts.join('; ') || 'nothing is recorded'}`
}

/** Spans as an attribute, and back: `1836-1836 1837-1850-1836-1850 1871-`; what is concluded has the years of the two records, too. */
export const spansText = (spans: readonly YearSpan[]): string =>
  spans.map(({ from, to, between = [] }) => [from, to, ...between].join('-')).join(' ')
export const spansOf = (text: string): YearSpan[] =>
  (text === '' ? [] : text.split(' ')).map((span) => {
    const [from, to, before, after] = span.split('-').map((year) => (year === '' ? null : Number(year)))
    return { from: from!, to: to!, ...(before && { between: [before, after!] }) }
  })

/** The years of all items with a picture. @param items in the order of the list. */
export function picturedYears(items: readonly Item[]): NonNullable<RecordItems['pictured']> {
  const pictured = items.filter((item) => item.item_scans.length > 0)
  const dates = pictured.map(closedDates)
  const groups = Map.groupBy(dates, ({ start, end }) => [yearOf(start), yearOf(end)].join())
  return [...groups.values()].map((group) => ({
    dateStart: group[0]!.start,
    dateEnd: group[0]!.end,
    count: group.length,
  }))
}
