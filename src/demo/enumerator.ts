import { type Day, ageAt, day, yearOf } from './dates.ts'
import type { Town } from './items/draft.ts'
import { FOUNDERS } from './names.ts'
import type { Organization } from './organizations.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Zone } from './zones.ts'

export type Role = 'owner' | 'tenant' | 'family' | 'boarder' | 'servant' | 'keeper'
/** That somebody lived at a place, by one source. Without an end it is a record of one year. */
export interface Residence {
  person: Person
  zone: Zone
  from: Day
  until?: Day
  role: Role
  /** The line of the source. */
  written: string
  source: string
  /** In the household, from 1. */
  order?: number
}
/** One line before it is written down. */
export type Lodging = Pick<Residence, 'person' | 'zone' | 'role'>

const WORK: Record<Organization['kind'], string> = {
  store: 'clerk', mill: 'mill hand', works: 'mechanic', church: 'sexton', school: 'teacher', hotel: 'hotel hand', lodge: 'steward', club: 'caretaker',
  press: 'printer', civic: 'clerk', rail: 'railwayman', fishery: 'fisherman', studio: 'photographer', band: 'musician', bank: 'bank clerk',
} // prettier-ignore
const OTHER = ['carpenter', 'farmer', 'teamster', 'labourer', 'mason', 'harness maker']
/** What enumerators heard. */
const HEARD: Record<string, string> = {
  Abernethy: 'Abernathy', Amsel: 'Hamsel', Brannock: 'Branock', Calder: 'Caulder', Giiwedin: 'Keewaydin', Harkness: 'Harkniss', Kilbride: 'Kilbryde',
  Lindqvist: 'Linquist', Macquarrie: 'McQuarry', McAllister: 'MacAlister', "O'Meara": 'OMara', Oberholtzer: 'Overholser', Pettigrew: 'Petigrew',
  Schäfer: 'Shaffer', Thériault: 'Terrio', Tolliver: 'Taliver', Weppler: 'Wepler',
} // prettier-ignore
const SHORT: Record<string, string> = {
  Alexander: 'Alexr.', Archibald: 'Archd.', Catherine: 'Cath.', Charlotte: 'Charlte.', Elizabeth: 'Eliz.', Frederick: 'Fredk.', George: 'Geo.', Henry: 'Hy.',
  James: 'Jas.', John: 'Jno.', Joseph: 'Jos.', Margaret: 'Margt.', Patrick: 'Patk.', Robert: 'Robt.', Samuel: 'Saml.', Thomas: 'Thos.', William: 'Wm.',
} // prettier-ignore
const plain = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '')

/** The surname of the time, which was not yet that of a marriage to come. */
const surnameIn = ({ surname, maiden, marriages }: Person, year: number): string =>
  maiden && marriages.every(({ date }) => yearOf(date) >= year) ? maiden : surname

/** Surname first; one in three is spelled by ear, and first names are shortened to fit the column. */
function heard(random: Random, person: Person, year: number): string {
  const { first } = person
  const surname = surnameIn(person, year)
  const name = random.chance(0.35) ? (HEARD[surname] ?? surname) : surname
  const called = random.chance(0.7) ? (SHORT[first] ?? first) : first
  return [name, called].filter(Boolean).map(plain).join(', ')
}

/** A line of a census: “Harkniss, Alexr., 47, millwright”. */
const censusLine = (random: Random, person: Person, trade: string, year: number): string =>
  [heard(random, person, year), Math.max(0, ageAt(person.born, day(year, 6, 1))), trade]
    .filter((part) => part !== '')
    .join(', ')

/** A line of a directory: “Calder, Magnus, shipwright, h 46 Lake st”. Lodgers board, the rest keep house. */
function directoryLine(person: Person, trade: string, zone: Zone, year: number, boards: boolean): string {
  const was = zone.formerNames?.find(
    ([name, from, until]) => /^\d/.test(name) && from <= year * 1e4 && year * 1e4 < until,
  )
  const address = (was?.[0] ?? (/^\d/.test(zone.address) ? zone.address.split(', ')[0]! : zone.name))
    .replace(' Street', ' st')
    .replace(' Road', ' rd')
  const name = [surnameIn(person, year), person.first].filter(Boolean).join(', ')
  return [name, trade, `${boards ? 'bds' : 'h'} ${address}`].filter(Boolean).join(', ')
}

export const workOf = (town: Town, person: Person, year: number) =>
  town.employments.find((job) => job.person === person && yearOf(job.from) <= year && year <= yearOf(job.until))

/** What a source says that somebody does: an own trade, the work at the time, or for men that of the family. */
function tradeOf(town: Town, { person, role, zone }: Lodging, year: number): string {
  if (role === 'keeper' && zone.key === 'lighthouse') return 'keeper'
  const work = workOf(town, person, year)
  if (ageAt(person.born, day(year, 6, 1)) < 17) return ''
  if (person.trade || work) return person.trade.split(',')[0] || WORK[work!.organization.kind]
  const family = FOUNDERS.find(({ surname }) => surname === person.surname)?.trade ?? OTHER[person.id % OTHER.length]!
  return person.sex === 'male' ? family.split(' and ')[0]! : ''
}

/** In the order of the streets, twenty lines a page, north and south of Market Street. */
export function censusRows(random: Random, town: Town, date: Day, lodgings: readonly Lodging[]): Residence[] {
  const year = yearOf(date)
  const division = (zone: Zone): number => (zone.rings[0]![0]![1] > 1 ? 1 : 2)
  const sorted = lodgings.toSorted((a, b) => division(a.zone) - division(b.zone) || a.zone.pk - b.zone.pk)
  const orders = new Map<Zone, number>()
  const lines = [0, 0, 0]
  return sorted.map((lodging) => {
    const order = (orders.get(lodging.zone) ?? 0) + 1
    orders.set(lodging.zone, order)
    const of = division(lodging.zone)
    const source = `Census of ${year}, division ${of}, page ${1 + Math.floor(lines[of]!++ / 20)}`
    const written = censusLine(random, lodging.person, tradeOf(town, lodging, year), year)
    return { ...lodging, from: date, written, source, order }
  })
}

/** By surname, sixteen a page. */
export function directoryRows(_: Random, town: Town, date: Day, lodgings: readonly Lodging[]): Residence[] {
  const year = yearOf(date)
  const named = lodgings.filter(
    (lodging) =>
      ageAt(lodging.person.born, day(year, 1, 1)) >= 18 &&
      (lodging.role !== 'family' || lodging.person.sex === 'male' || tradeOf(town, lodging, year) !== ''),
  )
  const line = (lodging: Lodging): string =>
    directoryLine(
      lodging.person,
      tradeOf(town, lodging, year),
      lodging.zone,
      year,
      ['boarder', 'family', 'servant'].includes(lodging.role),
    )
  return named
    .map((lodging) => ({ ...lodging, from: date, written: line(lodging) }))
    .sort((a, b) => a.written.localeCompare(b.written, 'en'))
    .map((row, i) => ({ ...row, source: `Directory of ${year}, page ${31 + Math.floor(i / 16)}` }))
}
