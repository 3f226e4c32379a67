import { dateRange } from '#rules/dates/display-dates.ts'
import { dateParts } from '#rules/dates/partial-dates.ts'
import type { ZoneView } from './zone.ts'

/** Years, both ends inclusive; null for an unknown end. */
export interface YearSpan {
  from: number | null
  to: number | null
}

/** A person, organization, picture or plaque of the place, with its years. */
interface YearRow {
  text: string
  href: string
  /** For display; never empty. */
  years: string
  /** Empty if undated. */
  spans: YearSpan[]
}

const LANES = ['owners', 'organizations', 'pictures', 'plaques'] as const
interface YearLane {
  kind: (typeof LANES)[number]
  title: string
  rows: YearRow[]
}

/** A timeline of the zone in whole decades: `start` inclusive, `end` exclusive. */
export interface ZoneYears {
  start: number
  end: number
  ticks: number[]
  lanes: YearLane[]
}

/** Rows per lane; further ones share a row that links to the full table. */
const MAX_ROWS = 12
const TICKS = 6
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000]

const UNDATED = 'undated'
const year = (date: number | null) => (date === null ? null : dateParts(date).year)
const spanOf = (from: number | null, to: number | null): YearSpan[] =>
  from === null && to === null ? [] : [{ from: year(from), to: year(to) }]
const known = ({ from, to }: YearSpan) => [from, to].filter((each) => each !== null)

/**
 * Owners from their deed to the next one's, organizations by their years at the place, items with pictures (if the overview has all of its items), and plaques by the
 * year in their text. Null if nothing has a year.
 */
export function zoneYears(overview: ZoneView): ZoneYears | null {
  const lanes = [owners(overview), organizations(overview), pictures(overview), plaques(overview)]
    .filter(({ rows }) => rows.length > 0)
    .map(({ all, ...lane }) => ({
      ...lane,
      rows: [...lane.rows.slice(0, MAX_ROWS), ...mergeRows(lane.rows.slice(MAX_ROWS), all)],
    }))
  const years = lanes.flatMap(({ rows }) => rows.flatMap(({ spans }) => spans.flatMap(known)))
  if (years.length === 0) return null
  const [first, last] = [Math.min(...years), Math.max(...years) + 1]
  const [start, end] = [Math.floor(first / 10) * 10, Math.ceil(last / 10) * 10]
  const step = STEPS.find((each) => (end - start) / each <= TICKS) ?? STEPS.at(-1)!
  const tick = Math.ceil(start / step) * step
  const ticks = Array.from({ length: Math.floor((end - tick) / step) + 1 }, (_, at) => tick + at * step)
  return { start, end, ticks, lanes }
}

/** `all`: the section of the page with all of its rows. */
type Lane = YearLane & { all: string }

const toYear = (from: string, to: string) => (from === to ? from : dateRange(from, to))

/** The years of `count` things, some of which may be undated. */
function yearsLabel(spans: readonly YearSpan[], count: number): string {
  if (spans.length === 0) return UNDATED
  const years = spans.flatMap(known)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const label = toYear(`${first}`, `${last}`)
  const undated = count - spans.length
  return undated > 0 ? `${label}, ${undated} ${UNDATED}` : label
}

function mergeRows(rows: readonly YearRow[], all: string): YearRow[] {
  if (rows.length === 0) return []
  const spans = rows.flatMap((row) => row.spans)
  const each = new Map(spans.map((span) => [`${span.from}-${span.to}`, span]))
  return [
    { text: `and ${rows.length} more`, href: all, years: yearsLabel(spans, rows.length), spans: [...each.values()] },
  ]
}

/** Each until the next owner of the lot; the last one openly. `ownership` is sorted by date. */
const owners = ({ ownership }: ZoneView): Lane => ({
  kind: 'owners',
  title: 'Owners',
  all: '#ownership',
  rows: ownership.map(({ person, lot, date, year: deed }) => {
    if (date === null) return { ...person, years: deed || UNDATED, spans: [] }
    const next = ownership.find((each) => each.lot === lot && each.date !== null && each.date > date)
    const span = { from: year(date), to: year(next?.date ?? null) }
    const from = deed || `${span.from}`
    return { ...person, years: span.to === null ? `from ${from}` : toYear(from, `${span.to}`), spans: [span] }
  }),
})

const organizations = ({ organizations }: ZoneView): Lane => ({
  kind: 'organizations',
  title: 'Organizations',
  all: '#organizations',
  rows: organizations.map(({ organization, start, end, years }) => ({
    ...organization,
    years: years || UNDATED,
    spans: spanOf(start, end),
  })),
})

function pictures({ items: { items, count, pictured } }: ZoneView): Lane {
  const lane = { kind: 'pictures', title: 'Pictures', all: '#items', rows: [] } as const
  if (!pictured && items.length < count) return { ...lane, rows: [] }
  const dated = pictured ?? items.filter(({ picture }) => picture !== null).map((item) => ({ ...item, count: 1 }))
  const all = dated.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return { ...lane, rows: [] }
  const spans = dated.flatMap(({ dateStart, dateEnd, count }) =>
    Array<YearSpan[]>(count)
      .fill(spanOf(dateStart, dateEnd ?? dateStart))
      .flat(),
  )
  return {
    ...lane,
    rows: [{ text: all === 1 ? '1 picture' : `${all} pictures`, href: '#items', years: yearsLabel(spans, all), spans }],
  }
}

const YEAR = /(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)/
/** The first year in a plaque's name or, failing that, in its text. */
export function plaqueYear({ name, text }: { name: string; text: string }): number | null {
  const year = (YEAR.exec(name) ?? YEAR.exec(text))?.[1]
  return year === undefined ? null : Number(year)
}

const plaques = ({ plaques }: ZoneView): Lane => ({
  kind: 'plaques',
  title: 'Plaques',
  all: '#heritage',
  rows: plaques.map((plaque) => {
    const year = plaqueYear(plaque)
    const text = plaque.name || 'A plaque'
    return year === null
      ? { text, href: '#heritage', years: UNDATED, spans: [] }
      : { text, href: '#heritage', years: `${year}`, spans: [{ from: year, to: year }] }
  }),
})
