import type { Item } from '../contract/item.ts'
import type { Person, PersonLink } from '../contract/person.ts'
import * as at from './addresses.ts'
import { collectionHref } from './collection-address.ts'
import { oneDate, shownDate } from './life-spans.ts'
import { itemTitle, organizationName, personName, typeName } from './names.ts'
import { rightsOf } from './rights.ts'
import { hostOf } from './videos.ts'

/**
 * A value of a record: text, perhaps with a page; `machine` is there for dates (null when no plain date), `external` for other sites. Where `href`
 * leads to a search, `about` is the page of what is searched for.
 */
export interface RecordValue {
  text: string
  href?: string
  about?: string
  machine?: string | null
  external?: true
}

/** A row of a catalogue record. `prose` is running text that keeps its line breaks. */
export interface RecordRow {
  term: string
  values: RecordValue[]
  prose?: true
}

/** Kinds of record that an item names. */
export type Named = 'location' | 'person' | 'subject' | 'organization' | 'collection'
/** Whether a record has a page: who or what is named but not published has none. */
export type HasPage = (kind: Named, id: number) => boolean

const filled = (rows: RecordRow[]) => rows.filter((row) => row.values.length > 0)
const texts = (text: string): RecordValue[] => (text === '' ? [] : [{ text }])
const outside = (address: string, text: string): RecordValue => ({ text, href: address, external: true })

const ADDRESSES: Record<Named, (id: number) => string> = {
  location: at.zoneAddress,
  person: at.personAddress,
  subject: at.subjectAddress,
  organization: at.organizationAddress,
  collection: at.collectionAddress,
}

/** The catalogue record of an item: the rows of spec §2 "Item card", then the archival description. Rows without a value are left out. */
export function itemRecord(item: Item, hasPage: HasPage): RecordRow[] {
  const named = (kind: Named, id: number, text: string): RecordValue =>
    hasPage(kind, id) ? { text, href: ADDRESSES[kind](id) } : { text }
  // Spec §2 "Item card": a click on it adds it as a filter. Its own page stays within reach, also without a script.
  const filter = (kind: 'subject' | 'collection', id: number, text: string): RecordValue => ({
    text,
    href: collectionHref(kind === 'subject' ? { subjects: [id] } : { collection: id }),
    ...(hasPage(kind, id) && { about: ADDRESSES[kind](id) }),
  })
  const person = (row: PersonLink) => named('person', row.id, personName(row))
  const { location, collection, creator } = item
  const date = shownDate(item)
  return filled([
    { term: 'Title', values: [{ text: itemTitle(item) }] },
    { term: 'Description', values: texts(item.general_description), prose: true },
    { term: 'Date', values: date ? [date] : [] },
    {
      term: 'Location',
      values: location ? [named('location', location.id, location.name || `Zone ${location.id}`)] : [],
    },
    { term: 'Type', values: [{ text: typeName(item.type) }] },
    { term: 'People', values: item.people.map(person) },
    { term: 'Subjects', values: item.subject.map((row) => filter('subject', row.id, row.subject_name)) },
    {
      term: 'Organizations',
      values: item.organizations.map((row) => named('organization', row.id, organizationName(row))),
    },
    { term: 'Collection', values: collection ? [filter('collection', collection.id, collection.collection_name)] : [] },
    { term: 'Creator', values: creator ? [person(creator)] : [] },
    { term: 'Contributors', values: item.contributors.map(person) },
    { term: 'Identifier', values: texts(item.archival_identifier) },
    {
      term: 'Rights',
      values: item.copyright_info ? [outside(rightsOf(item).href, item.copyright_info)] : [],
    },
    {
      term: 'External record',
      values: item.externalRecordURL
        ? [outside(item.externalRecordURL, hostOf(item.externalRecordURL) || item.externalRecordURL)]
        : [],
    },
  ])
}

/** Birth, death, gravestone entry and the external family tree of a person. */
export function personFacts(person: Person): RecordRow[] {
  const born = oneDate(person.date_of_birth, person.date_of_birth_text)
  const died = oneDate(person.date_of_death, person.date_of_death_text)
  return filled([
    { term: 'Born', values: born ? [born] : [] },
    { term: 'Died', values: died ? [died] : [] },
    { term: 'Gravestone', values: person.graves.filter(({ entry }) => entry).map(({ entry }) => graveValue(entry)) },
    {
      term: 'Family tree',
      values: person.family_tree ? [outside(person.family_tree, hostOf(person.family_tree) || person.family_tree)] : [],
    },
  ])
}

/** A gravestone entry is what a register says, or where it says it. */
const graveValue = (entry: string): RecordValue =>
  /^https?:\/\/\S+$/i.test(entry) ? outside(entry, hostOf(entry) || entry) : { text: entry }
