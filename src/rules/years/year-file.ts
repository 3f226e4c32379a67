import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import type { PlaceYears, Span } from './place-years.ts'

/** What the map's file tells of a place, besides when it was there. */
const KINDS = ['owned', 'lived', 'businesses', 'pictures'] as const
export type SpanKind = 'exists' | (typeof KINDS)[number]

/**
 * Spans in the order of their places: of each place how many, then of each span the first year, and how many years. Each number is a character, which
 * compresses by a fifth better than digits. 0 is an open start, or an open end.
 */
type Columns = readonly [counts: string, from: string, years: string]
/** `/data/years.json`: places by their ids, each as the difference to the one before, and what is known of which years. Of whom is in the names' files. */
export type YearsFile = { places: readonly number[] } & Readonly<Record<SpanKind, Columns>>

/** Spans of all places, in rows. Open ends are years beyond all others. */
export interface YearRows {
  /** The place's number in the file. */
  of: Int32Array
  from: Int16Array
  to: Int16Array
}
export type Years = { places: readonly number[] } & Readonly<Record<SpanKind, YearRows>>

/** Pictures of one year that make no difference: more of them than a place with many has. */
const MOST_A_YEAR = 5
const EVER = { from: null, to: null }
/** Of a place that ended before it began. */
const NEVER = { from: 9999, to: 9999 }

/** The character of 0: no number is one that JSON escapes. */
const ZERO = 48
const written = (list: readonly number[]) => list.map((each) => String.fromCharCode(ZERO + each)).join('')

const before = (a: Span, b: Span) => (a.from ?? -Infinity) - (b.from ?? -Infinity)

/** The years within others; none if they do not meet. */
function within(span: Span, limits: Span): Span[] {
  const from = Math.max(span.from ?? -Infinity, limits.from ?? -Infinity)
  const to = Math.min(span.to ?? Infinity, limits.to ?? Infinity)
  const known = (year: number) => (Number.isFinite(year) ? year : null)
  return from > to ? [] : [{ from: known(from), to: known(to) }]
}

/** The years in which any of them holds. */
function union(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.toSorted(before)) {
    const last = all.at(-1)
    if (!last || (last.to !== null && (span.from ?? -Infinity) > last.to + 1)) all.push({ ...span })
    else last.to = last.to === null || span.to === null ? null : Math.max(last.to, span.to)
  }
  return all
}

/** Of a place that is gone nothing holds, whatever is recorded of it. @param places in the order of their ids. */
export function packYears(places: readonly { pk: number; years: PlaceYears; pictures: readonly Span[] }[]): YearsFile {
  const columns = (spansOf: (place: (typeof places)[number]) => readonly Span[]): Columns => {
    const spans = places.map(spansOf)
    const all = spans.flat()
    return [
      written(spans.map(({ length }) => length)),
      written(all.map(({ from }) => from ?? 0)),
      written(all.map(({ from, to }) => (to === null ? 0 : to - (from ?? 0) + 1))),
    ]
  }
  const facts = (kind: 'owners' | 'residents' | 'organizations') =>
    columns(({ years }) => union(years[kind].flatMap((fact) => within(fact, years.exists ?? EVER))))
  return {
    places: places.map(({ pk }, at) => pk - (places[at - 1]?.pk ?? 0)),
    exists: columns(({ years: { exists } }) => (exists ? [within(exists, EVER)[0] ?? NEVER] : [])),
    owned: facts('owners'),
    lived: facts('residents'),
    businesses: facts('organizations'),
    pictures: columns(({ pictures, years }) =>
      [...Map.groupBy(pictures, ({ from, to }) => `${from}-${to}`).values()]
        .flatMap((same) => same.slice(0, MOST_A_YEAR))
        .flatMap((span) => within(span, years.exists ?? EVER))
        .sort(before),
    ),
  }
}

const columns = v.pipe(
  v.tuple([v.string(), v.string(), v.string()]),
  v.check(([, from, years]) => from.length === years.length),
)
const yearsFile = v.object({
  places: v.custom<readonly number[]>((list) => Array.isArray(list) && list.every(Number.isInteger)),
  ...v.entriesFromList(['exists', ...KINDS], columns),
})

const [EARLIEST, LATEST] = [-32_768, 32_767]

function readColumns([counts, from, years]: Columns): YearRows {
  const { length } = from
  const rows = { of: new Int32Array(length), from: new Int16Array(length), to: new Int16Array(length) }
  const at = (text: string, index: number) => text.charCodeAt(index) - ZERO
  let [place, left] = [0, at(counts, 0)]
  for (let row = 0; row < length; row++, left--) {
    while (left === 0) left = at(counts, ++place)
    const [start, span] = [at(from, row), at(years, row)]
    rows.of[row] = place
    rows.from[row] = start === 0 ? EARLIEST : start
    rows.to[row] = span === 0 ? LATEST : start + span - 1
  }
  return rows
}

/** Reads `/data/years.json`. Throws when the file is something else. */
export function readYears(file: unknown): Years {
  const { places, ...rest } = v.parse(yearsFile, file)
  let pk = 0
  const read = Object.entries(rest).map(([kind, each]) => [kind, readColumns(each)] as const)
  return { places: places.map((step) => (pk += step)), ...(Object.fromEntries(read) as Record<SpanKind, YearRows>) }
}

const year = v.nullable(v.number())
const fact = <Of extends v.GenericSchema>(of: Of) =>
  v.array(
    v.object({
      ...{ of, from: year, to: year, basis: v.picklist(['recorded', 'concluded']) },
      between: v.optional(v.pipe(v.tuple([v.number(), year]), v.readonly())),
    }),
  )
const named = v.array(v.tuple([id, v.string()]))
const placeFacts = v.object({
  exists: v.nullable(v.object({ from: year, to: year })),
  names: fact(v.string()),
  owners: fact(id),
  residents: fact(v.object({ person: id, role: v.any(), order: year })),
  organizations: fact(id),
}) satisfies v.GenericSchema<unknown, PlaceYears>

/** A file of places that follow each other: all that is known of their years, with the names. Keys as in server/site/withdrawn.ts. */
export const yearNames = v.object({
  locations: v.array(v.tuple([id, v.string(), placeFacts])),
  peopleNames: named,
  organizationNames: named,
})
export type YearNames = v.InferOutput<typeof yearNames>
