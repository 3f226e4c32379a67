import { ITEM_TYPES } from '#contract/item.ts'
import { createRandom } from '#demo/random.ts'
import type { Random } from '#demo/random.ts'

const LETTERS = 'abcdefghijklmnoprstuw'
const PAIRS = ['st', 'ha', 'mi', 'ho', 'wa', 'ca', 'ma', 'co', 'pa', 'sa', 'th', 'be']
const ids = (count: number): string => Array.from({ length: count }, (_, at) => at + 1).join(',')
const EVERY_LIST = `subjects_or=${ids(300)}&people_or=${ids(1000)}&organizations=${ids(600)}&location=${ids(1000)}`

const several = (random: Random, from: readonly string[], count: number): string => {
  const left = [...from]
  return Array.from({ length: count }, () => left.splice(random.int(0, left.length - 1), 1)[0]).join('+')
}
const wide = (random: Random): string => `${random.int(1831, 1836)}0000${random.int(2000, 2025)}9999`

/** What somebody may ask for who wants to keep the server busy; each draw is another address, so that no answer is kept from before. */
export const ATTACKS: Record<string, (random: Random) => string> = {
  'fifteen one-letter words': (r) => `/api/items/?search=${several(r, [...LETTERS], 15)}&page=${r.int(1, 9999)}`,
  'one letter': (r) => `/api/items/?search=${r.pick([...LETTERS])}&page_size=100&page=${r.int(1, 150)}`,
  'ten beginnings in time': (r) => `/api/items/?search=${several(r, PAIRS, 10)}&date=${wide(r)}&page=${r.int(1, 99)}`,
  'facets of a letter in time': (r) => `/api/items/facets/?search=${r.pick([...LETTERS])}&date=${wide(r)}`,
  'facets of a time': (r) => `/api/items/facets/?date=${wide(r)}&location=${ids(r.int(100, 1000))}`,
  'places of a letter': (r) => `/api/items/places/?search=${r.pick([...LETTERS])}&date=${wide(r)}`,
  'a thousand of each list': (r) => `/api/items/?${EVERY_LIST}&date=${wide(r)}&page=${r.int(1, 999)}`,
  'deep pages': (r) => `/api/items/?type=${r.pick(ITEM_TYPES)}&page_size=100&page=${r.int(1, 60)}&x=${r.next()}`,
  'deep pages of everything': (r) => `/api/items/?page_size=${r.int(90, 100)}&page=${r.int(1, 500)}`,
  'people by a letter': (r) => `/api/people/?search=${several(r, [...LETTERS], 2)}`,
}

/** Addresses of one attack; `all` mixes them. */
export function createAttack(name: string, count: number): string[] {
  const random = createRandom(`attack ${name}`)
  const shapes = name === 'all' ? Object.values(ATTACKS) : [ATTACKS[name]!]
  return Array.from({ length: count }, (_, at) => shapes[at % shapes.length]!(random))
}
