import type { Row } from './row.ts'
import { yearOf } from './dates.ts'
import type { Item } from './items/catalogue.ts'
import type { BrannockBay } from './town.ts'

type Rows = Record<string, Row[]>
/** A record that a submission adds: its list, the item's column that refers to it, and its fields. */
interface Brought {
  list: 'people' | 'subjects' | 'organizations' | 'collections'
  column: 'people' | 'subject' | 'organizations' | 'collection'
  /** The draft that refers to it; the first draft if none matches. */
  of: (item: Item) => boolean
  fields: (item: Item, town: BrannockBay) => Row
}

const person = (first: string, surname: string, sex: string, age: number, biography: string): Brought['fields'] => {
  return (item) => ({
    first_name: first,
    middle_name: '',
    surname,
    date_of_birth: item.date === undefined ? null : `c. ${yearOf(item.date) - age}`,
    date_of_death: null,
    sex,
    biography,
    spouses: [],
    family_tree: '',
  })
}
const subject = (name: string, description: string, parent: string): Brought['fields'] => {
  return (_, town) => ({
    subject_name: name,
    subject_description: description,
    subject_parent: town.subjects.find(({ key }) => key === parent)?.id ?? null,
  })
}
const organization = (name: string, altname: string[], description: string): Brought['fields'] => {
  return (item) => ({
    name,
    altname,
    date_opened: item.date === undefined ? null : yearOf(item.date) * 10000,
    date_closed: null,
    description,
  })
}
const about = (key: string) => (item: Item) => item.subjects.includes(key)
const isNobodys = (item: Item) => item.type === 'photograph' && item.people.length === 0

/** People, subjects, organizations and a collection that only drafts refer to, for the review desk. */
const BROUGHT: Brought[] = [
  {
    list: 'people',
    column: 'people',
    of: isNobodys,
    fields: person(
      'Sadie',
      'Marchment',
      'female',
      31,
      'At the window, according to her granddaughter, who has the print.',
    ),
  },
  {
    list: 'people',
    column: 'people',
    of: about('tugs'),
    fields: person('Wilbur', 'Stroud', 'male', 24, 'Fired the boiler for eleven seasons and never owned a net.'),
  },
  { list: 'people', column: 'people', of: about('tourism'), fields: person('Ottilie', 'Gansert', 'female', 19, '') },
  {
    list: 'subjects',
    column: 'subject',
    of: about('portraits'),
    fields: subject('Sunday clothes', 'What was worn to be looked at: hats, collars, watch chains.', 'portraits'),
  },
  {
    list: 'subjects',
    column: 'subject',
    of: about('houses'),
    fields: subject(
      'House numbers',
      'The renumbering of 1912, and houses that were known by another number before it.',
      'houses',
    ),
  },
  {
    list: 'organizations',
    column: 'organizations',
    of: about('tourism'),
    fields: organization('Main Beach Bathing Pavilion', ['The Pavilion'], 'Hired out costumes and towels by the hour.'),
  },
  {
    list: 'organizations',
    column: 'organizations',
    of: about('dancing'),
    fields: organization('Fire Brigade Dramatic Club', [], 'Played for the hose fund, mostly parodies.'),
  },
  {
    list: 'collections',
    column: 'collection',
    of: about('landsales'),
    fields: () => ({
      collection_name: 'Macquarrie deeds',
      collection_description: 'Eleven deeds in a biscuit tin, lent by the family for scanning.',
      hierarchy: 'file',
      parent_collection: null,
    }),
  },
]

/** Adds the draft records that draft items refer to, after all others. */
export function withSubmissions(rows: Rows, town: BrannockBay): Rows {
  const drafts = town.items.filter((item) => item.visibility === 'draft')
  const all: Rows = { ...rows, items: rows['items']!.map((row) => ({ ...row })) }
  for (const { list, column, of, fields } of BROUGHT) {
    const item = drafts.find(of) ?? drafts[0]
    if (!item) continue
    const id = all[list]!.length + 1
    all[list] = [...all[list]!, { id, ...fields(item, town), visibility: 'draft' }]
    const row = all['items']!.find((each) => each['id'] === item.id)!
    const named = row[column]
    row[column] = Array.isArray(named) ? [...named, id] : id
  }
  return all
}
