import { dateParts } from './partial-dates.ts'
import { plaqueYear } from './plaque-years.ts'
import type { ZoneOverview } from './zone-overview.ts'

/** Years, both ends inclusive; null where that end is not known. */
export interface YearSpan {
  from: number | null
  to: number | null
}

/** Who or what was at a place, and when. */
export interface YearRow {
  text: string
  href: string
  /** The years in words; never empty. */
  years: string
  /** Empty for what has no year. */
  spans: YearSpan[]
}

export const LANES = ['owners', 'organizations', 'pictures', 'plaques'] as const
export interface YearLane {
  kind: (typeof LANES)[number]
  title: string
  rows: YearRow[]
}

/** A zone's years at a glance: everything on one line, from the year `start` to the end of the year before `end`; whole decades, with `ticks` on it. */
export interface ZoneYears {
  start: number
  end: number
  ticks: number[]
  lanes: YearLane[]
}

/** Rows of a lane; of a place with more the others share a row, which leads to the table of them all. */
const MOST = 12
const TICKS = 6
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000]

const UNDATED = 'undated'
const year = (date: number | null) => (date === null ? null : dateParts(date).year)
const spanOf = (from: number | null, to: number | null): YearSpan[] =>
  from === null && to === null ? [] : [{ from: year(from), to: year(to) }]
const known = ({ from, to }: YearSpan) => [from, to].filter((each) => each !== null)

/**
 * Owners by the year of their deed, organizations by the years that they were there, pictured items (where the overview holds all of its items) and
 * plaques by the year of which they tell. Null where nothing has a year.
 */
export function zoneYears(overview: ZoneOverview): ZoneYears | null {
  const lanes = [owners(overview), organizations(overview), pictures(overview), plaques(overview)]
    .filter(({ rows }) => rows.length > 0)
    .map(({ all, ...lane }) => ({
      ...lane,
      rows: [...lane.rows.slice(0, MOST), ...together(lane.rows.slice(MOST), all)],
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

/** `all`: the part of the page that has all of its rows. */
type Lane = YearLane & { all: string }

/** Years in words of `count` things, some of which may have none. */
function saidOf(spans: readonly YearSpan[], count: number): string {
  if (spans.length === 0) return UNDATED
  const years = spans.flatMap(known)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const said = first === last ? `${first}` : `${first} - ${last}`
  const undated = count - spans.length
  return undated > 0 ? `${said}, ${undated} ${UNDATED}` : said
}

/** Many rows as one: the line is not at its end where the rows are. */
function together(rows: readonly YearRow[], all: string): YearRow[] {
  if (rows.length === 0) return []
  const spans = rows.flatMap((row) => row.spans)
  const each = new Map(spans.map((span) => [`${span.from}-${span.to}`, span]))
  return [{ text: `and ${rows.length} more`, href: all, years: saidOf(spans, rows.length), spans: [...each.values()] }]
}

const owners = ({ ownership }: ZoneOverview): Lane => ({
  kind: 'owners',
  title: 'Owners',
  all: '#ownership',
  rows: ownership.map(({ person, date, year }) => ({ ...person, years: year || UNDATED, spans: spanOf(date, date) })),
})

const organizations = ({ organizations }: ZoneOverview): Lane => ({
  kind: 'organizations',
  title: 'Organizations',
  all: '#organizations',
  rows: organizations.map(({ organization, start, end, years }) => ({
    ...organization,
    years: years || UNDATED,
    spans: spanOf(start, end),
  })),
})

/** One row of all: what each is can be seen below. */
function pictures({ items, itemCount }: ZoneOverview): Lane {
  const lane = { kind: 'pictures', title: 'Pictures', all: '#items', rows: [] } as const
  const pictured = items.filter(({ picture }) => picture !== null)
  if (items.length < itemCount || pictured.length === 0) return { ...lane, rows: [] }
  const spans = pictured.flatMap(({ dateStart, dateEnd }) => spanOf(dateStart, dateEnd ?? dateStart))
  return {
    ...lane,
    rows: [
      {
        text: pictured.length === 1 ? '1 picture' : `${pictured.length} pictures`,
        href: '#items',
        years: saidOf(spans, pictured.length),
        spans,
      },
    ],
  }
}

const plaques = ({ plaques }: ZoneOverview): Lane => ({
  kind: 'plaques',
  title: 'Plaques',
  all: '#heritage',
  rows: plaques.map((plaque) => {
    const told = plaqueYear(plaque)
    const text = plaque.name || 'A plaque'
    return told === null
      ? { text, href: '#heritage', years: UNDATED, spans: [] }
      : { text, href: '#heritage', years: `${told}`, spans: [{ from: told, to: told }] }
  }),
})
