import { lastDay } from '#contract/dates.ts'
import { editDistance } from '../search/edit-distance.ts'
import { searchText } from '../search/search-text.ts'

/** What a person is compared by. Dates have eight digits (spec §3). */
export interface PersonLike {
  first_name: string
  middle_name: string
  surname: string
  date_of_birth: number | null
  date_of_death: number | null
}

/** Years that two records of one life may differ: ages in old papers are rounded. */
const TOLERANCE = 2
const wordsOf = (...texts: string[]) =>
  searchText(...texts)
    .split(' ')
    .filter(Boolean)

/** Typing errors that a name of this length may have. */
const errorsIn = (length: number) => (length < 5 ? 0 : length < 10 ? 1 : 2)
function isNearly(one: string, other: string): boolean {
  const most = errorsIn(Math.min(one.length, other.length))
  return one === other || (most > 0 && Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most)
}

/** Mc Intosh, McIntosh and MacIntosh are one name, as are D'Arcy and Darcy. */
const foldSurname = (surname: string) => wordsOf(surname).join('').replace(/^mac/, 'mc')

const isGivenName = (one: string, other: string) =>
  isNearly(one, other) || (Math.min(one.length, other.length) === 1 && one[0] === other[0])

/** Each of the fewer given names is one of the others, in any order: middle names are often missing or swapped. */
function areGivenNames(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one]
  if (fewer.length === 0) return false
  /** Tries each pairing: an initial may fit several names. */
  const fits = (at: number, left: readonly string[]): boolean =>
    at === fewer.length ||
    left.some((name, place) => isGivenName(fewer[at]!, name) && fits(at + 1, left.toSpliced(place, 1)))
  return fits(0, more)
}

const yearOf = (date: number) => Math.floor(date / 10_000)
const isNear = (one: number | null, other: number | null) =>
  one === null || other === null || Math.abs(yearOf(one) - yearOf(other)) <= TOLERANCE
/** Nobody dies before being born. */
const isAlive = (born: number | null, died: number | null) => born === null || died === null || lastDay(died) >= born

const haveFittingDates = (one: PersonLike, other: PersonLike) =>
  isNear(one.date_of_birth, other.date_of_birth) &&
  isNear(one.date_of_death, other.date_of_death) &&
  isAlive(one.date_of_birth, other.date_of_death) &&
  isAlive(other.date_of_birth, one.date_of_death)

/** True when both may be one person: names alike but for accents, initials, middle names and small typing errors, and no dates that contradict. */
export const isLikelySamePerson = (one: PersonLike, other: PersonLike): boolean =>
  isNearly(foldSurname(one.surname), foldSurname(other.surname)) &&
  areGivenNames(wordsOf(one.first_name, one.middle_name), wordsOf(other.first_name, other.middle_name)) &&
  haveFittingDates(one, other)

/** Higher is likelier: the same names, and dates that both have. */
const closeness = (one: PersonLike, other: PersonLike) =>
  2 * Number(searchText(one.surname) === searchText(other.surname)) +
  2 * Number(searchText(one.first_name, one.middle_name) === searchText(other.first_name, other.middle_name)) +
  Number(one.date_of_birth !== null && other.date_of_birth !== null) +
  Number(one.date_of_death !== null && other.date_of_death !== null)

/** Those that may be `wanted`, likeliest first. */
export const likelyPeople = <Row extends PersonLike & { id: number }>(
  wanted: PersonLike,
  rows: readonly Row[],
): Row[] =>
  rows
    .filter((row) => isLikelySamePerson(wanted, row))
    .sort((a, b) => closeness(wanted, b) - closeness(wanted, a) || a.id - b.id)

/** Words that names of one organization have or lack. */
const FILLERS = new Set(['the', 'and', 'of', 'co', 'company', 'ltd', 'limited', 'inc'])
function foldName(name: string): string {
  const words = wordsOf(name)
  const telling = words.filter((word) => !FILLERS.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** Organizations and subjects that share a name with `wanted`, alternate names included, likeliest first. */
export function likelyNames<Row extends { id: number; names: readonly string[] }>(
  wanted: readonly string[],
  rows: readonly Row[],
): Row[] {
  const folded = wanted.map(foldName).filter(Boolean)
  const distance = (row: Row) => {
    const names = row.names.map(foldName).filter(Boolean)
    if (names.some((name) => folded.includes(name))) return 0
    return names.some((name) => folded.some((each) => isNearly(each, name))) ? 1 : Infinity
  }
  return rows
    .map((row) => ({ row, distance: distance(row) }))
    .filter((each) => each.distance < Infinity)
    .sort((a, b) => a.distance - b.distance || a.row.id - b.row.id)
    .map(({ row }) => row)
}
