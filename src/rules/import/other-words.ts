import { RESIDENT_ROLES } from '#contract/kinds.ts'
import type { Resident } from '#contract/location.ts'
import { searchText } from '../search/search-text.ts'

/** What other programs call our choices. */
export const WORDS: Record<string, Record<string, string>> = {
  sex: { m: 'male', f: 'female' },
  living: { confidential: 'private', privacy: 'private', private: 'private' },
}
const FAMILY = [
  ...['wife', 'husband', 'spouse', 'son', 'daughter', 'child', 'mother', 'father', 'brother', 'sister', 'niece'],
  ...['nephew', 'cousin', 'aunt', 'uncle', 'stepson', 'stepdaughter', 'grandson', 'granddaughter', 'grandmother'],
]
/** What a census calls people of a household. */
const ROLES = new Map<string, string>([
  ...Object.keys(RESIDENT_ROLES).map((role): [string, string] => [role, role]),
  ...FAMILY.map((word): [string, string] => [word, 'family']),
  ...[['proprietor', 'owner'], ['renter', 'tenant'], ['lessee', 'tenant'], ['caretaker', 'keeper']] as const, // prettier-ignore
  ...[['lodger', 'boarder'], ['roomer', 'boarder'], ['domestic', 'servant'], ['maid', 'servant']] as const, // prettier-ignore
])

/** The role of a resident by its first word: “Daughter-in-law”, “Lodger”, “Tenant”. */
export const readRole = (written: string): Resident['role'] | undefined =>
  ROLES.get(searchText(written).split(' ')[0]!) as Resident['role'] | undefined

const PERIOD = /[\s,(]{1,3}(?:(\d{4})\s?[-–]|until|till|to)\s?(\d{4})\)?$/i

export interface EarlierName {
  name: string
  date_start?: string
  date_end?: string
}
/** “12 Mill Street (1880–1912)”, “12 Mill Street until 1912”, or a name without years. */
export function readEarlierName(written: string): EarlierName {
  const found = PERIOD.exec(written)
  if (!found?.index) return { name: written }
  return { name: written.slice(0, found.index), ...(found[1] && { date_start: found[1] }), date_end: found[2]! }
}
