import { type Day, addYears, ageAt, dayIn } from './dates.ts'
import { ORGANIZATIONS, type OrganizationRow } from './organizations-table.ts'
import { type Person, adultDuring } from './people.ts'
import type { Random } from './random.ts'
import { type Zone, landmarkOf } from './zones.ts'

export interface Organization extends Omit<OrganizationRow, 'premises'> {
  id: number
  premises: Tenancy[]
}

/** An organization in a zone; `until` is undefined while it is there. Years, both included. */
interface Tenancy {
  zone: Zone
  from: number
  until: number | undefined
}

export interface Employment {
  person: Person
  organization: Organization
  from: Day
  until: Day
}

/** Open through the whole of both years. */
export function openDuring(organization: Organization, first: number, last = first): boolean {
  return organization.opened <= first && (organization.closed === undefined || organization.closed >= last)
}

export function premisesIn(organization: Organization, year: number): Zone | undefined {
  return organization.premises.findLast((tenancy) => tenancy.from <= year && (tenancy.until ?? 9999) >= year)?.zone
}

/** Gives every organization its premises; no storefront has two tenants in one year. */
export function settleOrganizations(random: Random, zones: readonly Zone[]): Organization[] {
  const shops = zones.filter((zone) => zone.kind === 'shop' && zone.street === 'Main Street' && zone.key !== 'bank')
  const houses = zones.filter((zone) => zone.kind === 'house')
  const taken = new Map<Zone, [number, number][]>()
  const free = (zone: Zone, from: number, until: number): boolean =>
    (taken.get(zone) ?? []).every(([start, end]) => end < from || start > until)
  return ORGANIZATIONS.map((row, index) => {
    const moves = row.premises.split(', ').map((move) => {
      const [place, from] = move.split(' ') as [string, string]
      return [place, Number(from)] as const
    })
    const premises = moves.map(([place, from], i): Tenancy => {
      const next = moves[i + 1]
      const until = next === undefined ? row.closed : next[1]
      if (place !== 'shop' && place !== 'house') return { zone: landmarkOf(zones, place), from, until }
      const choices = (place === 'shop' ? shops : houses).filter((zone) => free(zone, from, until ?? 9999))
      const zone = random.pick(choices)
      taken.set(zone, [...(taken.get(zone) ?? []), [from, until ?? 9999]])
      return { zone, from, until }
    })
    return { ...row, id: index + 1, premises }
  })
}

/** Number of known employees at a time, by kind. */
const HANDS: Record<Organization['kind'], number> = {
  store: 3,
  mill: 7,
  works: 7,
  church: 2,
  school: 5,
  hotel: 4,
  lodge: 2,
  club: 2,
  press: 3,
  civic: 4,
  rail: 5,
  fishery: 6,
  studio: 2,
  band: 2,
  bank: 3,
}

/**
 * Who worked where: the families that ran the place first, then anybody who was free. Nobody works before 18, after
 * death, while the place was closed, or in two places at once.
 */
export function employ(
  random: Random,
  people: readonly Person[],
  organizations: readonly Organization[],
): Employment[] {
  const jobs: Employment[] = []
  const isFree = (person: Person, from: Day, until: Day): boolean =>
    jobs.every((job) => job.person !== person || job.until < from || job.from > until)
  for (const organization of organizations) {
    const closing = organization.closed ?? 2020
    const open = closing - organization.opened
    const wanted = Math.round((HANDS[organization.kind] * open) / 45) + 1
    for (let i = 0, tries = 0; i < wanted && tries < wanted * 12; tries++) {
      const start = random.int(organization.opened, Math.max(organization.opened, closing - 2))
      const from = dayIn(random, start)
      const years = Math.min(closing - start, random.int(2, 24))
      const until = Math.max(from, addYears(from, years - 1))
      const family = organization.families.includes(random.pick(people).surname) || random.chance(0.55)
      const fits = people.filter(
        (person) =>
          adultDuring(person, from, until) &&
          ageAt(person.born, until) < 76 &&
          isFree(person, from, until) &&
          (!family || organization.families.includes(person.surname) || organization.families.includes(person.maiden)),
      )
      if (fits.length === 0) continue
      jobs.push({ person: random.pick(fits), organization, from, until })
      i++
    }
  }
  return jobs.sort((a, b) => a.organization.id - b.organization.id || a.from - b.from)
}
