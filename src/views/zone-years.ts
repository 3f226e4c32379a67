import { dateRange, yearOf, yearSpan } from '#rules/dates/display-dates.ts'
import { dateParts } from '#rules/dates/partial-dates.ts'
import { placeYears, type Fact, type PlaceYears, type Span } from '#rules/years/place-years.ts'
import { residenceYears } from './place-story.ts'
import type { ZoneView } from './zone.ts'

/** `between`: it is concluded from these records (rules/years). */
export interface YearSpan extends Span {
  between?: Fact<unknown>['between']
}

/** A person, organization, picture or plaque of the place, with its years. Without a link, it is told of the place itself. */
interface YearRow {
  text: string
  href: string
  /** For display; never empty. */
  years: string
  /** Empty if undated. */
  spans: YearSpan[]
  /** Drawn, but not known. */
  open?: Span
}

interface YearLane {
  kind: 'place' | 'names' | 'owners' | 'residents' | 'organizations' | 'pictures' | 'plaques'
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

/** Rows per lane; further ones share a row that links to the full table. Of residents there are more: each census names a household. */
const MAX_ROWS = 12
const MAX_RESIDENTS = 48
const TICKS = 6
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000]

const UNDATED = 'undated'
const year = (date: number | null) => (date === null ? null : dateParts(date).year)
const spanOf = (from: number | null, to: number | null): YearSpan[] =>
  from === null && to === null ? [] : [{ from: year(from), to: year(to) }]
const endsOf = ({ from, to }: Span) => [from, to].filter((each) => each !== null)

/** `all`: the section of the page with all of its rows, of which `most` are shown. */
function lane(kind: YearLane['kind'], title: string, rows: YearRow[], all = '', most = MAX_ROWS): YearLane[] {
  return rows.length === 0 ? [] : [{ kind, title, rows: [...rows.slice(0, most), ...mergeRows(rows.slice(most), all)] }]
}

/**
 * What is known of its years (rules/years), items with pictures (if the overview has all of its items), and plaques by the year in their text. Null if
 * nothing has a year.
 */
export function zoneYears(zone: ZoneView): ZoneYears | null {
  const known = knownOf(zone)
  const recorded = yearSpan(zone.when?.place.date_start ?? null, zone.when?.place.date_end ?? null)
  const here = known.exists ? [ofPlace('Here', known.exists, recorded)] : []
  const names = known.names.map((fact) => ofPlace(fact.of, fact))
  const lanes = [
    ...lane('place', 'The place', here),
    ...lane('names', 'Names and addresses', names),
    ...lane('owners', 'Owners', owners(zone, known), '#ownership'),
    ...lane('residents', 'Residents', residents(zone, known), '#residents', MAX_RESIDENTS),
    ...lane('organizations', 'Organizations', organizations(zone, known), '#organizations'),
    ...lane('pictures', 'Pictures', pictures(zone)),
    ...lane('plaques', 'Plaques', plaques(zone), '#heritage'),
  ]
  const years = lanes.flatMap(({ rows }) => rows.flatMap(({ spans }) => spans.flatMap(endsOf)))
  if (years.length === 0) return null
  const [first, last] = [Math.min(...years), Math.max(...years) + 1]
  const [start, end] = [Math.floor(first / 10) * 10, Math.ceil(last / 10) * 10]
  const step = STEPS.find((each) => (end - start) / each <= TICKS) ?? STEPS.at(-1)!
  const tick = Math.ceil(start / step) * step
  const ticks = Array.from({ length: Math.floor((end - tick) / step) + 1 }, (_, at) => tick + at * step)
  return { start, end, ticks, lanes }
}

const toYear = (from: string, to: string) => (from === to ? from : dateRange(from, to))

/** The years of things, besides undated ones. */
function yearsLabel(spans: readonly YearSpan[], undated: number): string {
  if (spans.length === 0) return UNDATED
  const years = spans.flatMap(endsOf)
  const [first, last] = [Math.min(...years), Math.max(...years)]
  const label = toYear(`${first}`, `${last}`)
  return undated > 0 ? `${label}, ${undated} ${UNDATED}` : label
}

function mergeRows(rows: readonly YearRow[], all: string): YearRow[] {
  if (rows.length === 0) return []
  const spans = rows.flatMap((row) => row.spans)
  const each = new Map(spans.map((span) => [`${span.from}-${span.to}${span.between}`, span]))
  const undated = rows.filter((row) => row.spans.length === 0).length
  return [{ text: `and ${rows.length} more`, href: all, years: yearsLabel(spans, undated), spans: [...each.values()] }]
}

/** What is known of the place. People and organizations are those of the rows, owners and premises are the rows themselves. */
const knownOf = ({ when, ownership, residents = [], organizations }: ZoneView): PlaceYears =>
  placeYears({
    ...(when ?? { place: {}, successors: [], names: [] }),
    ownership: ownership.map(({ lot, date }, person) => ({ lot, person, date })),
    residents: residents.map(({ row }) => row),
    premises: organizations.map(({ start, end }, organization) => ({ organization, date_start: start, date_end: end })),
    organization: (row) => organizations[row]?.life,
  })

const spansOf = <Of>(facts: readonly Fact<Of>[], isWanted: (of: Of) => boolean): YearSpan[] =>
  facts.flatMap(({ of, from, to, between }) => (isWanted(of) ? [{ from, to, ...(between && { between }) }] : []))

const label = ({ from, to }: Span): string =>
  from === null ? `until ${to}` : to === null ? `from ${from}` : toYear(`${from}`, `${to}`)
const ofPlace = (text: string, { from, to }: Span, recorded = ''): YearRow => ({
  ...{ text, href: '' },
  years: recorded || label({ from, to }),
  spans: [{ from, to }],
})

/** The last one openly: nothing says until when. `ownership` is sorted by date. */
const owners = ({ ownership }: ZoneView, known: PlaceYears): YearRow[] =>
  ownership.map(({ person, lot, date, year: deed }, row) => {
    if (date === null) return { ...person, years: deed || UNDATED, spans: [] }
    const next = ownership.find((each) => each.lot === lot && each.date !== null && each.date > date)
    const from = deed || yearOf(date)
    const spans = spansOf(known.owners, (of) => of === row)
    if (next) return { ...person, years: toYear(from, yearOf(next.date)), spans }
    return { ...person, years: `from ${from}`, spans, open: { from: year(date), to: null } }
  })

/** Each once. */
const residents = ({ residents = [] }: ZoneView, known: PlaceYears): YearRow[] =>
  [...Map.groupBy(residents, ({ row }) => row.person)].map(([id, rows]) => ({
    ...rows[0]!.link,
    years: [...new Set(rows.map(({ row }) => residenceYears(row) || UNDATED))].join(', '),
    spans: spansOf(known.residents, ({ person }) => person === id),
  }))

const organizations = ({ organizations }: ZoneView, known: PlaceYears): YearRow[] =>
  organizations.map(({ organization, start, end, years }, row) => {
    const spans = spansOf(known.organizations, (of) => of === row)
    const open = start === null && end !== null && { open: { from: null, to: year(end) } }
    return { ...organization, years: years || (spans[0] ? label(spans[0]) : UNDATED), spans, ...open }
  })

function pictures({ items: { items, count, pictured } }: ZoneView): YearRow[] {
  if (!pictured && items.length < count) return []
  const dated = pictured ?? items.filter(({ picture }) => picture !== null).map((item) => ({ ...item, count: 1 }))
  const all = dated.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return []
  const spans = dated.flatMap(({ dateStart, dateEnd, count }) =>
    Array<YearSpan[]>(count)
      .fill(spanOf(dateStart, dateEnd ?? dateStart))
      .flat(),
  )
  const text = all === 1 ? '1 picture' : `${all} pictures`
  return [{ text, href: '#items', years: yearsLabel(spans, all - spans.length), spans }]
}

const YEAR = /(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)/
/** The first year in a plaque's name or, failing that, in its text. */
export function plaqueYear({ name, text }: { name: string; text: string }): number | null {
  const year = (YEAR.exec(name) ?? YEAR.exec(text))?.[1]
  return year === undefined ? null : Number(year)
}

const plaques = ({ plaques }: ZoneView): YearRow[] =>
  plaques.map((plaque) => {
    const year = plaqueYear(plaque)
    const text = plaque.name || 'A plaque'
    return year === null
      ? { text, href: '#heritage', years: UNDATED, spans: [] }
      : { text, href: '#heritage', years: `${year}`, spans: [{ from: year, to: year }] }
  })
