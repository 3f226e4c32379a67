import type { Item } from '#contract/item.ts'
import { yearOf } from '#rules/dates/display-dates.ts'
import { closedDates } from '#rules/dates/partial-dates.ts'
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

const WORDS: Record<string, string> = { owners: 'owned by ', organizations: 'here: ' }

/** What a zone's chart says about one year: `1887: owned by Ada Calder; here: Mill; 3 pictures`. */
export function yearReading(year: number, lanes: readonly ReadLane[]): string {
  const covers = ({ from, to }: YearSpan) => (from ?? year) <= year && year <= (to ?? year)
  const parts = lanes.flatMap(({ kind, rows }) => {
    const counted = rows.map(({ name, spans }) => ({ name, count: spans.filter(covers).length }))
    const now = counted.filter(({ count }) => count > 0)
    if (now.length === 0) return []
    if (kind in WORDS) return WORDS[kind] + [...new Set(now.map(({ name }) => name || 'others'))].join(', ')
    const count = now.reduce((sum, each) => sum + each.count, 0)
    return `${count} ${kind.slice(0, count === 1 ? -1 : undefined)}`
  })
  return `${year}: ${parts.join('; ') || 'nothing is recorded'}`
}

/** Spans as an attribute, and back: `1836-1850 1871-`. */
export const spansText = (spans: readonly YearSpan[]): string =>
  spans.map(({ from, to }) => `${from ?? ''}-${to ?? ''}`).join(' ')
export const spansOf = (text: string): YearSpan[] =>
  (text === '' ? [] : text.split(' ')).map((span) => {
    const [from, to] = span.split('-').map((year) => (year === '' ? null : Number(year)))
    return { from: from!, to: to! }
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
