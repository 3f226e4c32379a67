import type { Ownership, Resident } from '#contract/location.ts'
import type { Organization, OrganizationLocation } from '#contract/organization.ts'
import { dateParts } from '../dates/partial-dates.ts'

/**
 * Whether a source says so of that year, or it follows from two records: bought in 1866 and sold in 1881, so owned in 1870. Of what follows the last record
 * nothing is concluded, save that an organization without an end is still there.
 */
export type Basis = 'recorded' | 'concluded'

/** Years, both ends inclusive; null: open. */
export interface Span {
  from: number | null
  to: number | null
}
/** That something was so in these years. `of` is the id of a person or an organization, or a name. */
export interface Fact<Of> extends Span {
  of: Of
  basis: Basis
  /** Of what is concluded: the years of the records before and after it; null: none ends it. */
  between?: readonly [before: number, after: number | null] | undefined
}
export interface Residence {
  person: number
  role: Resident['role']
  /** In the household; null if that is not known. */
  order: number | null
}

/** What is known of one place in any year. Lists are in the order of their years. */
export interface PlaceYears {
  /** When it was there; null: it is not dated. */
  exists: Span | null
  names: Fact<string>[]
  owners: Fact<number>[]
  residents: Fact<Residence>[]
  organizations: Fact<number>[]
}

/** Rows of one place, in any order. */
export interface PlaceRows {
  place: { date_start?: number | null | undefined; date_end?: number | null | undefined }
  /** The start of each place that came out of it; null for one without. */
  successors: readonly (number | null)[]
  names: readonly { name: string; date_start: number | null; date_end: number | null }[]
  /** Of all its lots. */
  ownership: readonly Pick<Ownership, 'lot' | 'person' | 'date'>[]
  residents: readonly Pick<Resident, 'person' | 'date_start' | 'date_end' | 'role' | 'household_order'>[]
  premises: readonly Pick<OrganizationLocation, 'organization' | 'date_start' | 'date_end'>[]
  organization(id: number): Pick<Organization, 'date_opened' | 'date_closed'> | undefined
}

/** True of a year within a span. */
export const covers = ({ from, to }: Span, year: number): boolean =>
  (from === null || from <= year) && (to === null || year <= to)

const yearOf = (date: number): number => dateParts(date).year
const yearIn = (date: number | null | undefined): number | null => (date == null ? null : yearOf(date))
const byYear = <F extends Span>(facts: F[]): F[] =>
  facts.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity))

/**
 * A place that others came out of ends before they begin, in whole years: both are never there in the same one. Dates that contradict each other tell
 * nothing.
 */
function existence({ place, successors }: PlaceRows): Span | null {
  let [from, to] = [yearIn(place.date_start), yearIn(place.date_end)]
  if (from !== null && to !== null && to < from) from = to = null
  const [earliest, latest] = [from ?? -Infinity, to ?? Infinity]
  const starts = successors.flatMap((date) => (date === null ? [] : [yearOf(date)]))
  const last = Math.min(latest, ...starts.filter((year) => year >= earliest).map((year) => year - 1))
  return from === null && last === Infinity ? null : { from, to: last === Infinity ? null : last }
}

/** Nothing is concluded of years in which the place was not there; what is recorded stays. */
const whileThere = <Of>(facts: Fact<Of>[], exists: Span | null): Fact<Of>[] =>
  byYear(
    facts.flatMap((fact) => {
      if (fact.basis === 'recorded' || exists === null) return [fact]
      const from = Math.max(fact.from ?? -Infinity, exists.from ?? -Infinity)
      const to = Math.min(fact.to ?? Infinity, exists.to ?? Infinity)
      return from > to ? [] : [{ ...fact, from, to: to === Infinity ? null : to }]
    }),
  )

/** Each owner of a lot is recorded in the year of the deed, and concluded until that of the next one. Several may share a deed. */
function owners({ ownership }: PlaceRows): Fact<number>[] {
  const facts: Fact<number>[] = []
  for (const rows of Map.groupBy(ownership, (row) => row.lot).values()) {
    const deeds = rows.flatMap((row) => (row.date === null ? [] : [{ of: row.person, date: row.date }]))
    for (const { of, date } of deeds) {
      const next = Math.min(...deeds.flatMap((deed) => (deed.date > date ? [deed.date] : [])))
      const [from, to] = [yearOf(date), next === Infinity ? null : yearOf(next)]
      facts.push({ of, from, to: from, basis: 'recorded' })
      if (to !== null && to > from) facts.push({ of, from: from + 1, to, basis: 'concluded', between: [from, to] })
    }
  }
  return facts
}

/** Recorded in the years of each row; concluded between two records of the same person. */
function residents({ residents }: PlaceRows): Fact<Residence>[] {
  const facts: Fact<Residence>[] = []
  for (const rows of Map.groupBy(residents, (row) => row.person).values()) {
    const dated = rows.flatMap((row) => {
      const [from, to] = [yearIn(row.date_start ?? row.date_end), yearIn(row.date_end ?? row.date_start)]
      const of = { person: row.person, role: row.role, order: row.household_order }
      return from === null || to === null || to < from ? [] : [{ of, from, to, basis: 'recorded' as const }]
    })
    let last: (typeof dated)[number] | undefined
    for (const fact of byYear(dated)) {
      if (last && fact.from > last.to + 1)
        facts.push({
          ...{ of: last.of, from: last.to + 1, to: fact.from - 1, basis: 'concluded' },
          between: [last.to, fact.from],
        })
      facts.push(fact)
      if (!last || fact.to > last.to) last = fact
    }
  }
  return facts
}

/** By their dates at the place, else by when they opened and closed. None is still there after it has closed. */
function organizations({ premises, organization }: PlaceRows): Fact<number>[] {
  return premises.flatMap((row): Fact<number>[] => {
    const own = row.date_start !== null || row.date_end !== null
    const { date_opened = null, date_closed = null } = organization(row.organization) ?? {}
    const from = yearIn(own ? row.date_start : date_opened)
    const to = yearIn(own ? row.date_end : date_closed)
    const of = row.organization
    if (from === null) return to === null ? [] : [{ of, from: to, to, basis: 'recorded' }]
    if (to !== null) return to < from ? [] : [{ of, from, to, basis: 'recorded' }]
    const closed = yearIn(date_closed)
    const last: Fact<number>[] =
      closed !== null && closed <= from
        ? []
        : [{ of, from: from + 1, to: closed, basis: 'concluded', between: [from, closed] }]
    return [{ of, from, to: from, basis: 'recorded' }, ...last]
  })
}

/** What is known of one place: the only module that concludes it, for views, pages, files and the map. */
export function placeYears(rows: PlaceRows): PlaceYears {
  const exists = existence(rows)
  return {
    exists,
    names: byYear(
      rows.names.flatMap(({ name, date_start, date_end }): Fact<string>[] => {
        const [from, to] = [yearIn(date_start), yearIn(date_end)]
        return from === null && to === null ? [] : [{ of: name, from, to, basis: 'recorded' }]
      }),
    ),
    owners: whileThere(owners(rows), exists),
    residents: whileThere(residents(rows), exists),
    organizations: whileThere(organizations(rows), exists),
  }
}

/** Whether a place was there. */
export type Presence = 'there' | 'gone' | 'not dated'

export interface PlaceInYear extends Omit<PlaceYears, 'exists' | 'names'> {
  presence: Presence
  /** What it was called, if that was something else than today. */
  name: string | undefined
}

/** What is known of a place in one year. Nobody is named twice: what is recorded comes before what is concluded. */
export function placeInYear(place: PlaceYears, year: number): PlaceInYear {
  const now = <Of>(facts: readonly Fact<Of>[], keyOf: (of: Of) => unknown): Fact<Of>[] => {
    const found = facts.filter((fact) => covers(fact, year))
    const recorded = new Set(found.flatMap(({ of, basis }) => (basis === 'recorded' ? [keyOf(of)] : [])))
    const kept = found.filter(({ of, basis }) => basis === 'recorded' || !recorded.has(keyOf(of)))
    return [...new Map(kept.map((fact) => [keyOf(fact.of), fact])).values()]
  }
  const { exists } = place
  return {
    presence: exists === null ? 'not dated' : covers(exists, year) ? 'there' : 'gone',
    name: place.names.find((fact) => covers(fact, year))?.of,
    owners: now(place.owners, (person) => person),
    residents: now(place.residents, ({ person }) => person).sort(
      (a, b) => (a.of.order ?? Infinity) - (b.of.order ?? Infinity),
    ),
    organizations: now(place.organizations, (id) => id),
  }
}
