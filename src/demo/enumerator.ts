import { day, ageAt } from './dates.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Zone } from './zones.ts'

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

/** Surname first; one in three is spelled by ear, and first names are shortened to fit the column. */
function heard(random: Random, { first, surname }: Person): string {
  const name = random.chance(0.35) ? (HEARD[surname] ?? surname) : surname
  const called = random.chance(0.7) ? (SHORT[first] ?? first) : first
  return [name, called].filter(Boolean).map(plain).join(', ')
}

/** A line of a census: “Harkniss, Alexr., 47, millwright”. */
export const censusLine = (random: Random, person: Person, trade: string, year: number): string =>
  [heard(random, person), Math.max(0, ageAt(person.born, day(year, 6, 1))), trade]
    .filter((part) => part !== '')
    .join(', ')

/** A line of a directory: “Calder, Magnus, shipwright, h 46 Lake st”. Lodgers board, the rest keep house. */
export function directoryLine(person: Person, trade: string, zone: Zone, year: number, boards: boolean): string {
  const was = zone.formerNames?.find(
    ([name, from, until]) => /^\d/.test(name) && from <= year * 1e4 && year * 1e4 < until,
  )
  const address = (was?.[0] ?? (/^\d/.test(zone.address) ? zone.address.split(', ')[0]! : zone.name))
    .replace(' Street', ' st')
    .replace(' Road', ' rd')
  const name = [person.surname, person.first].filter(Boolean).join(', ')
  return [name, trade, `${boards ? 'bds' : 'h'} ${address}`].filter(Boolean).join(', ')
}
