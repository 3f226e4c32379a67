import { ITEM_TYPES } from '#contract/item.ts'
import { createRandom } from '#demo/random.ts'
import type { Random } from '#demo/random.ts'
import { VOCABULARY } from '../words.ts'

type Query = Record<string, string | number>

/** One to forty years, as somebody sets the slider. */
function range(random: Random): string {
  const first = random.int(1830, 2000)
  return `${first}0000${first + random.int(0, 39)}9999`
}
/** A word as people search for one: of the common ones more often, sometimes only its beginning. */
function word(random: Random): string {
  const whole = VOCABULARY[Math.floor(VOCABULARY.length * random.next() ** 3)]!
  return random.chance(0.3) ? whole.slice(0, 5) : whole
}
const ids = (random: Random, count: number, most: number): string =>
  Array.from({ length: count }, () => 1 + Math.floor(most * random.next() ** 2)).join(',')

/**
 * Eleven shapes of `/api/items/` (spec §7), as the pages and the live map send them. Each draws its values anew, so that hardly
 * any query of a run comes twice and no cache of answers helps.
 */
export const SHAPES: Record<string, (random: Random) => Query> = {
  'a zone': (r) => ({ location: r.int(1, 1500), page_size: 5 }),
  'a zone in a range of time': (r) => ({ location: r.int(1, 60), date: range(r), page_size: 5 }),
  'a range of time': (r) => ({ date: range(r), page: r.int(1, 20) }),
  'any of three people': (r) => ({ people_or: ids(r, 3, 3000), page_size: 5 }),
  'all of two people': (r) => ({ people_and: ids(r, 2, 60) }),
  'any of three subjects, in time': (r) => ({ subjects_or: ids(r, 3, 300), date: range(r) }),
  'all of two subjects, a type': (r) => ({ subjects_and: ids(r, 2, 80), type: r.pick(ITEM_TYPES) }),
  'an organization and any subject': (r) => ({ organizations: ids(r, 1, 600), subjects_or: ids(r, 2, 300) }),
  'a collection and a type': (r) => ({ collection: r.int(1, 120), type: r.pick(ITEM_TYPES), page: r.int(1, 9) }),
  'two words': (r) => ({ search: `${word(r)} ${word(r)}`, date: range(r) }),
  'a deep page': (r) => ({ type: r.pick(ITEM_TYPES), page: r.int(100, 550) }),
}

const asParameters = (query: Query) =>
  new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString()

/** So many queries, the shapes in turn. The same seed gives the same queries. */
export function createQueries(seed: string, count: number): string[] {
  const random = createRandom(seed)
  const shapes = Object.values(SHAPES)
  return Array.from({ length: count }, (_, at) => asParameters(shapes[at % shapes.length]!(random)))
}

/** So many queries of one shape. */
export function queriesOf(shape: string, seed: string, count: number): string[] {
  const random = createRandom(`${shape}, ${seed}`)
  return Array.from({ length: count }, () => asParameters(SHAPES[shape]!(random)))
}
