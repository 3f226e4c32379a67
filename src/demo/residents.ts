import { type Day, ageAt, day, yearOf } from './dates.ts'
import { type Lodging, type Residence, type Role, censusRows, directoryRows, workOf } from './enumerator.ts'
import type { Town } from './items/draft.ts'
import { FOUNDERS } from './names.ts'
import { premisesIn } from './organizations.ts'
import { ownerIn } from './ownership.ts'
import { type Person, adultDuring, aliveDuring } from './people.ts'
import type { Random } from './random.ts'
import { strangers } from './strangers.ts'
import { type Zone, landmarkOf, stoodIn } from './zones.ts'

/** Censuses: date and about how many lines, which strangers fill; and directories, which name only who works or keeps house. */
const CENSUSES: [date: Day, lines: number][] = [
  [day(1851, 0, 0), 160],
  [day(1871, 4, 2), 178],
  [day(1884, 0, 0), 0],
  [day(1891, 4, 6), 190],
  [day(1911, 6, 1), 200],
  [day(1925, 0, 0), 0],
]
/** The years in which the light changed hands; the Calders kept it until the last but one. */
const LIGHT = [1874, 1893, 1912, 1930, 1955]
const arrivals = new Map(FOUNDERS.map(({ surname, arrived }) => [surname, arrived]))
const cameWith = (founder: Person): number => arrivals.get(founder.surname) ?? 0

/** Whether somebody was in town all through a year: born and not dead, arrived with the family or married into one. */
function isHere(person: Person, year: number): boolean {
  if (!aliveDuring(person, day(year, 1, 1), day(year, 12, 31))) return false
  if (person.generation === 0) return cameWith(person) <= year
  if (person.father) return person.father.generation !== 0 || cameWith(person.father) <= year
  if (person.generation === -1) return person.origin === '' || ageAt(person.born, day(year, 1, 1)) >= 23
  return person.marriages.some(({ date }) => yearOf(date) < year)
}

function keepersOfTheLight(
  random: Random,
  people: readonly Person[],
): { person: Person; from: number; until: number }[] {
  const taken: Person[] = []
  return LIGHT.slice(1).map((until, i) => {
    const from = LIGHT[i]!
    const fits = people.filter(
      (one) =>
        one.sex === 'male' &&
        (one.surname === 'Calder') === i < 3 &&
        !taken.includes(one) &&
        adultDuring(one, day(from, 1, 1), day(until, 12, 31)) &&
        ageAt(one.born, day(until, 1, 1)) <= 78,
    )
    const person = random.pick(fits)
    taken.push(person)
    return { person, from, until }
  })
}

/** Who lived where, by four censuses, two directories and the log of the light; and the strangers whom the censuses met. Nobody is at two places in a year. */
export function countHeads(random: Random, town: Town): { residences: Residence[]; strangers: Person[] } {
  const keepers = keepersOfTheLight(random, town.people)
  const light = landmarkOf(town.zones, 'lighthouse')
  const residences = keepers.map(({ person, from, until }): Residence => {
    const written = `${person.first} ${person.surname} took the key`
    return {
      person,
      zone: light,
      from: day(from, 0, 0),
      until: day(until, 0, 0),
      role: 'keeper',
      written,
      source: 'Log of the Harbour Light',
    }
  })
  const met: { person: Person; leaves: number }[] = []
  for (const [date, lines] of CENSUSES) {
    const year = yearOf(date)
    const here = [
      ...town.people.filter((person) => isHere(person, year)),
      ...met.filter(({ leaves }) => leaves > year).map(({ person }) => person),
    ]
    const keeper = keepers.find(({ from, until }) => from <= year && year < until)?.person
    const census = houseAll(random, town, year, here, keeper)
    while (lines > 0 && census.lodgings.length < lines) {
      const family = strangers(random, year, town.people.length + met.length + 1)
      met.push(...family)
      census.house(family.map(({ person }) => person))
    }
    residences.push(...(lines > 0 ? censusRows : directoryRows)(random, town, date, census.lodgings))
  }
  return { residences, strangers: met.map(({ person }) => person) }
}

const isHome = ({ kind, key }: Zone): boolean =>
  ['house', 'shop', 'farm', 'shore', 'hotel'].includes(kind) || key === 'lighthouse'

/** Finds everybody a home: what they or their parents own, what they keep, a house to rent, or a room. */
function houseAll(random: Random, town: Town, year: number, here: readonly Person[], keeper: Person | undefined) {
  const present = new Set(here)
  const middle = day(year, 6, 1)
  const age = (person: Person): number => ageAt(person.born, middle)
  const homes = town.zones.filter((zone) => isHome(zone) && stoodIn(zone, year))
  const owners = new Map(homes.map((zone) => [zone, ownerIn(town.ownerships, zone, year)]))
  const households = new Map<Zone, number>()
  const lodgings: Lodging[] = []
  const isFree = (zone: Zone): boolean => (households.get(zone) ?? 0) < (zone.key === 'flats' ? 5 : 1)
  const spouseOf = (person: Person): Person | undefined =>
    person.marriages.findLast(({ spouse, date }) => yearOf(date) < year && present.has(spouse))?.spouse
  /** With whom somebody lives: a wife with her husband, whoever is single with a parent for a time. */
  function headOf(person: Person): Person {
    const spouse = spouseOf(person)
    if (person === keeper || spouse) return person === keeper || person.sex === 'male' ? person : spouse!
    const parent = [person.father, person.mother].find((each) => each && present.has(each))
    const isSingle = person.marriages.every(({ date }) => yearOf(date) >= year)
    return parent && isSingle && age(person) < (person.id % 3 === 0 ? 19 : 36) ? headOf(parent) : person
  }
  function settle(members: readonly Person[], zone: Zone, role: Role): void {
    households.set(zone, (households.get(zone) ?? 0) + 1)
    const owner = owners.get(zone)
    const roleOf = (person: Person, i: number): Role => (person === owner ? 'owner' : i === 0 ? role : 'family')
    members.forEach((person, i) => lodgings.push({ person, zone, role: roleOf(person, i) }))
  }
  /** The single and the orphaned: in service, at the inn, or in somebody's back room. */
  function lodge(person: Person): void {
    const isServant = person.trade === 'servant'
    const [inns, rooms] = [true, false].map((isInn) =>
      [...households.keys()].filter(
        (zone) =>
          (zone.kind === 'hotel') === isInn &&
          zone.kind !== 'harbour' &&
          lodgings.filter((each) => each.zone === zone && ['boarder', 'servant'].includes(each.role)).length <
            (isInn ? 8 : 2),
      ),
    )
    const choices = inns!.length > 0 && (rooms!.length === 0 || random.chance(0.4)) ? inns! : rooms!
    if (choices.length > 0)
      lodgings.push({ person, zone: random.pick(choices), role: isServant ? 'servant' : 'boarder' })
  }
  function house(members: readonly Person[]): void {
    const head = members[0]!
    const family = members.length > 1
    const parents = members.slice(0, 2).flatMap(({ father, mother }) => [father, mother])
    const work = workOf(town, head, year)?.organization
    const premises = work && premisesIn(work, year)
    const isOwn = (zone: Zone, whose: readonly (Person | undefined)[]) => {
      const owner = owners.get(zone)
      return owner !== undefined && whose.includes(owner) && isFree(zone) && zone.key !== 'lighthouse'
    }
    const own = homes
      .filter((zone) => isOwn(zone, members))
      .sort((a, b) => Number(b.kind === 'house') - Number(a.kind === 'house'))[0]
    if (age(head) < 18) members.forEach(lodge)
    else if (head === keeper)
      settle(
        members,
        homes.find(({ key }) => key === 'lighthouse')!,
        'keeper',
      )
    else if (premises?.kind === 'hotel' && isFree(premises)) settle(members, premises, 'keeper')
    else if (own) settle(members, own, 'family')
    else {
      const inherited = homes.find((zone) => isOwn(zone, parents))
      const above = premises?.kind === 'shop' && isFree(premises) ? premises : undefined
      const rented = homes.filter((zone) => isFree(zone) && (zone.kind === 'house' || zone.kind === 'farm'))
      const known = rented.filter((zone) => zone.from !== undefined)
      const company = known.filter(({ key }) => key.startsWith(ofCompany(head, premises)))
      if (inherited ?? above) settle(members, (inherited ?? above)!, 'tenant')
      else if (family && known.length > 0) settle(members, random.pick(company.length > 0 ? company : known), 'tenant')
      else members.forEach(lodge)
    }
  }
  const families = Map.groupBy(here, headOf)
  const order = [...families.keys()].sort(
    (a, b) =>
      Number(b === keeper) - Number(a === keeper) ||
      families.get(b)!.length - families.get(a)!.length ||
      a.born - b.born,
  )
  for (const head of order) {
    const rank = (person: Person) => (person === head ? 0 : person === spouseOf(head) ? 1 : person.born)
    house(families.get(head)!.sort((a, b) => rank(a) - rank(b)))
  }
  return { lodgings, house }
}

/** The key of the cottages of the mill and of the fishermen's flats begins so, for whom they were built. */
const ofCompany = ({ trade }: Person, premises: Zone | undefined): string =>
  trade === 'miller' || premises?.key === 'mill'
    ? 'cottage'
    : trade === 'sailor' || premises?.key === 'fishery'
      ? 'flats'
      : 'none'
