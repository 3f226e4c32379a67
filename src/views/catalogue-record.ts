import type { Item } from '#contract/item.ts'
import type { Person, PersonLink } from '#contract/person.ts'
import * as at from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { displayDate, itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle, organizationName, personName, typeName } from '#rules/names/record-names.ts'
import { rightsOf } from '#rules/citations/rights.ts'
import { hostOf } from '#rules/media/videos.ts'
import { contextRow } from './local-contexts.ts'
import type { RecordRow, RecordValue } from './record-row.ts'

export type { RecordRow, RecordValue } from './record-row.ts'

export type Named = 'location' | 'person' | 'subject' | 'organization' | 'collection'
/** Whether a record has a page; unpublished ones have none. */
export type HasPage = (kind: Named, id: number) => boolean

const filled = (rows: RecordRow[]) => rows.filter((row) => row.values.length > 0)
const texts = (text = ''): RecordValue[] => (text === '' ? [] : [{ text }])
const outside = (address: string, text: string): RecordValue => ({ text, href: address, external: true })

const ADDRESSES: Record<Named, (id: number) => string> = {
  location: at.zoneAddress,
  person: at.personAddress,
  subject: at.subjectAddress,
  organization: at.organizationAddress,
  collection: at.collectionAddress,
}

/** The rows of spec §2 "Item card", then the archival description; without empty rows. */
export function itemRecord(item: Item, hasPage: HasPage): RecordRow[] {
  const named = (kind: Named, id: number, text: string): RecordValue =>
    hasPage(kind, id) ? { text, href: ADDRESSES[kind](id) } : { text }
  // Spec §2 "Item card": a click adds a filter. `about` links to the record's own page.
  const filter = (kind: 'subject' | 'collection', id: number, text: string): RecordValue => ({
    text,
    href: collectionHref(kind === 'subject' ? { subjects: [id] } : { collection: id }),
    ...(hasPage(kind, id) && { about: ADDRESSES[kind](id) }),
  })
  const person = (row: PersonLink) => named('person', row.id, personName(row))
  const organization = (row: Item['organizations'][number]) => named('organization', row.id, organizationName(row))
  const { location, collection, creator, creator_organization: maker } = item
  const date = itemDisplayDate(item)
  const rights = rightsOf(item)
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
    { term: 'Organizations', values: item.organizations.map(organization) },
    { term: 'Collection', values: collection ? [filter('collection', collection.id, collection.collection_name)] : [] },
    { term: 'Creator', values: [...(creator ? [person(creator)] : []), ...(maker ? [organization(maker)] : [])] },
    { term: 'Contributors', values: item.contributors.map(person) },
    { term: 'Contributed by', values: texts(item.contributed_by ?? '') },
    { term: 'Extent', values: texts(item.extent) },
    { term: 'Language', values: texts(item.language) },
    { term: 'Publisher', values: texts(item.publisher) },
    { term: 'Place as written', values: texts(item.place_text) },
    { term: 'Identifier', values: texts(item.archival_identifier) },
    { term: 'Rights', values: rights.uri ? [outside(rights.href, rights.text)] : [] },
    { term: 'Rights holder', values: texts(rights.holder) },
    { term: 'Credit', values: texts(rights.credit) },
    contextRow(item),
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
  const born = displayDate(person.date_of_birth, person.date_of_birth_text)
  const died = displayDate(person.date_of_death, person.date_of_death_text)
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

/** A gravestone entry is either text or a link. */
const graveValue = (entry: string): RecordValue =>
  /^https?:\/\/\S+$/i.test(entry) ? outside(entry, hostOf(entry) || entry) : { text: entry }
