import { type Day, addYears, ageAt, dayIn, yearOf } from './dates.ts'
import { type Person, adultDuring, fullName } from './people.ts'
import type { Random } from './random.ts'
import type { Zone } from './zones.ts'

export interface Ownership {
  lot: string
  zone: Zone
  person: Person
  date: Day
  source: string
  /** How the owner acquired the lot. */
  how: 'patent' | 'will' | 'sale'
}

const PUBLIC_KINDS = new Set(['church', 'school', 'hall', 'park', 'cemetery', 'island', 'station'])

function heirOf(random: Random, owner: Person, when: Day): Person | undefined {
  const spouses = owner.marriages.map((marriage) => marriage.spouse)
  const heirs = [...owner.children, ...spouses].filter((heir) => adultDuring(heir, when))
  return heirs.length === 0 ? undefined : random.pick(heirs)
}

/**
 * The chain of owners of every lot that was private ground, from the estate's patent of 1835 to 2020: by will to a
 * child or widow when the owner dies, by deed to somebody alive and adult otherwise.
 */
export function conveyLots(random: Random, people: readonly Person[], zones: readonly Zone[]): Ownership[] {
  const chains: Ownership[] = []
  const colonel = people[0] as Person
  let deed = 11
  for (const zone of zones) {
    if (PUBLIC_KINDS.has(zone.kind) || (zone.street === '' && zone.kind !== 'farm' && zone.kind !== 'shore')) continue
    if (zone.kind === 'house' && zone.description === '' && random.chance(0.3)) continue
    for (const lot of zone.lots.slice(0, 1)) {
      let owner = colonel
      let date = dayIn(random, 1835, 1838)
      chains.push({ lot, zone, person: owner, date, source: 'Crown patent to the Brannock estate', how: 'patent' })
      for (let i = 0; i < 12; i++) {
        const sale = addYears(dayIn(random, yearOf(date)), random.int(i === 0 ? 1 : 14, i === 0 ? 24 : 52))
        const atDeath = owner.died !== undefined && owner.died <= sale
        date = atDeath ? addYears(owner.died as Day, 0) : Math.max(sale, date)
        if (yearOf(date) > 2020) break
        const heir = atDeath ? heirOf(random, owner, date) : undefined
        const buyers = people.filter(
          (person) =>
            person !== owner && adultDuring(person, date, addYears(date, 2)) && ageAt(person.born, date) >= 21,
        )
        const next = heir ?? (buyers.length === 0 ? undefined : random.pick(buyers))
        if (next === undefined) break
        const source =
          heir !== undefined
            ? `Will of ${fullName(owner)}, probate of ${yearOf(date)}`
            : random.chance(0.12)
              ? `Assessment roll of ${yearOf(date)}`
              : `Deed no. ${(deed += random.int(1, 19))}`
        chains.push({ lot, zone, person: next, date, source, how: heir !== undefined ? 'will' : 'sale' })
        owner = next
      }
    }
  }
  return chains
}

/** The owner of the zone's first lot in the middle of a year. */
export function ownerIn(chains: readonly Ownership[], zone: Zone, year: number): Person | undefined {
  return chains.findLast((link) => link.zone === zone && link.date <= year * 10000 + 600)?.person
}
