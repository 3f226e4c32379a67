import type { ItemType } from '#contract/item.ts'
import { type Day, type Precision, ageAt, yearsMeant } from '../dates.ts'
import type { Employment, Organization } from '../organizations.ts'
import { openDuring } from '../organizations.ts'
import type { Ownership } from '../ownership.ts'
import { type Person, adultDuring, aliveDuring } from '../people.ts'
import type { Border, PictureKind, PictureSpec, Sitter, Tone } from '../pictures/spec.ts'
import { skinOf } from '../complexion.ts'
import type { Random } from '../random.ts'
import type { Zone } from '../zones.ts'

/** A picture without name and date. */
export type Sketch = Omit<PictureSpec, 'name' | 'year' | 'format'> & Partial<Pick<PictureSpec, 'year' | 'format'>>

/** An item with references to people, places and organizations, and its exact date. */
export interface ItemDraft {
  type: ItemType
  title: string
  description: string
  /** Undefined if unknown. */
  date: Day | undefined
  precision: Precision
  until: Day | undefined
  zone: Zone | undefined
  people: Person[]
  organizations: Organization[]
  subjects: string[]
  collection: string
  creator: Person | undefined
  contributors: Person[]
  url: string
  sketches: Sketch[]
}

/** Everything that items are generated from. */
export interface Town {
  zones: Zone[]
  people: Person[]
  organizations: Organization[]
  employments: Employment[]
  ownerships: Ownership[]
}

/** Generates an item; undefined if nothing fits the chosen year or place. */
export type Scene = (town: Town, random: Random) => ItemDraft | undefined

export function draft(type: ItemType, title: string, description: string, rest: Partial<ItemDraft>): ItemDraft {
  return {
    type,
    title,
    description,
    date: undefined,
    precision: 'year',
    until: undefined,
    zone: undefined,
    people: [],
    organizations: [],
    subjects: [],
    collection: 'photographs',
    creator: undefined,
    contributors: [],
    url: '',
    sketches: [],
    ...rest,
  }
}

/** Until then, few pictures and papers of a kind were kept. */
export const EARLY = 1860

const SHAPES: [number, number, number][] = [
  [880, 640, 6],
  [820, 660, 4],
  [640, 820, 2],
  [760, 760, 2],
  [960, 600, 3],
  [1000, 560, 1],
  [720, 540, 2],
]

/** A photograph in the style of its year. */
export function photo(random: Random, kind: PictureKind, year: number, options: Partial<Sketch> = {}): Sketch {
  const weights = Object.fromEntries(SHAPES.map(([, , weight], i) => [String(i), weight]))
  const [width, height] = SHAPES[Number(random.weighted(weights))] as [number, number, number]
  return {
    kind,
    width,
    height,
    tone: toneOf(random, year),
    border: borderOf(random, year),
    words: [],
    sitters: [],
    detail: '',
    ...options,
  }
}

export function toneOf(random: Random, year: number): Tone {
  if (year < 1890) return 'sepia'
  if (year < 1912) return random.weighted<Tone>({ sepia: 6, silver: 3, cyanotype: 1 })
  if (year < 1962) return random.chance(0.12) ? 'sepia' : 'silver'
  if (year < 1986) return random.weighted<Tone>({ faded: 6, silver: 3, colour: 1 })
  return random.chance(0.15) ? 'silver' : 'colour'
}

function borderOf(random: Random, year: number): Border {
  if (year < 1905) return random.weighted<Border>({ none: 4, album: 4, white: 1 })
  if (year < 1930) return random.weighted<Border>({ none: 4, white: 5 })
  if (year < 1965) return random.weighted<Border>({ none: 3, white: 3, deckle: 4 })
  return random.weighted<Border>({ none: 6, white: 3 })
}

export const sittersOf = (people: readonly Person[], date: Day): Sitter[] =>
  people.map((person) => ({ sex: person.sex, age: ageAt(person.born, date), skin: skinOf(person) }))

export const alive = (town: Town, date: Day): Person[] => town.people.filter((person) => aliveDuring(person, date))
export const adults = (town: Town, date: Day): Person[] => town.people.filter((person) => adultDuring(person, date))
export const organizationOf = (town: Town, key: string): Organization => {
  const found = town.organizations.find((organization) => organization.key === key)
  if (found === undefined) throw new Error(`No organization "${key}"`)
  return found
}
export const workersOf = (town: Town, organization: Organization, date: Day): Person[] =>
  town.employments
    .filter(
      (job) =>
        job.organization === organization && job.from <= date && job.until >= date && aliveDuring(job.person, date),
    )
    .map((job) => job.person)

/** The photographer who was active in a year. */
export function photographerIn(
  town: Town,
  date: Day,
): { creator: Person | undefined; studio: Organization | undefined } {
  const studios = town.organizations.filter(
    (organization) => organization.kind === 'studio' && openDuring(organization, Math.floor(date / 10000)),
  )
  const studio = studios.at(-1)
  const creator = adults(town, date).find(
    (person) => person.trade.startsWith('photographer') && person.surname === (studio?.families[0] ?? ''),
  )
  return { creator, studio }
}

/** True if the words of an item, or those on its pictures, name the year of its date, or say how old somebody was: then no vaguer date stands beside them. */
export function namesItsYear({ title, description, date, sketches }: ItemDraft): boolean {
  const words = [title, description, ...sketches.flatMap((sketch) => sketch.words)].join(' ')
  const isPostmarked = sketches.some((sketch) => sketch.kind === 'postcard-back' && sketch.words[0] === 'posted')
  return date !== undefined && (isPostmarked || words.includes(String(Math.floor(date / 10000))) || AGE.test(words))
}
const AGE = /\(\d+\)|\bthen \d+|\bat about \d+/
export const VAGUE: readonly Precision[] = ['circa', 'decade', 'before']

/** A date precision whose whole span is consistent with all linked records. */
export function precisionFor(random: Random, item: ItemDraft): Precision {
  if (item.date === undefined) return 'year'
  const date = item.date
  const wanted = random.weighted<Precision>({
    year: 24,
    day: 20,
    month: 8,
    words: 9,
    circa: 14,
    isoMonth: 6,
    plainYear: 8,
    decade: 8,
    before: 3,
  })
  const [first, last] = yearsMeant(date, wanted)
  const people = [...item.people, ...item.contributors, ...(item.creator === undefined ? [] : [item.creator])]
  const fits =
    people.every((person) => aliveDuring(person, first * 10000 + 1, last * 10000 + 1231)) &&
    item.organizations.every((organization) => openDuring(organization, first, last))
  if (namesItsYear(item) && VAGUE.includes(wanted)) return 'year'
  return fits || wanted === 'day' ? wanted : 'year'
}

/** "A", "A and B", "A, B and C" */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) as string}`
}
