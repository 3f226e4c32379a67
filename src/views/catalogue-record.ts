import type { ContextProject } from '#contract/context-project.ts'
import type { Item } from '#contract/item.ts'
import type { Person, PersonLink } from '#contract/person.ts'
import * as at from '#rules/addresses/page-addresses.ts'
import { collectionHref } from '#rules/addresses/collection-address.ts'
import { displayDate, itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle, organizationName, personName, typeName } from '#rules/names/record-names.ts'
import { localContextsOf } from '#rules/citations/local-contexts.ts'
import { rightsOf } from '#rules/citations/rights.ts'
import { hostOf } from '#rules/media/videos.ts'

/**
 * A value of a row. `machine` is set for dates (null for vague ones), `external` for links to other sites. If `href` is a search, `about` is the page of
 * the record it filters by.
 */
export interface RecordValue {
  text: string
  /** A name that the text begins with. */
  name?: string
  /** The address of its picture, and the language of its text if that is known. */
  icon?: string
  lang?: string
  href?: string
  about?: string
  machine?: string | null
  external?: true
}

/** A row of a catalogue record. `prose` keeps line breaks. */
export interface RecordRow {
  term: string
  values: RecordValue[]
  prose?: true
}

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

/** A row of a catalogue record: labels with the community's words, and projects of theirs, with what these say in all languages. */
export const contextRow = ({
  contexts = [],
  ...of
}: Partial<Pick<Item, 'local_contexts' | 'collection' | 'contexts'>>) => ({
  term: 'Local Contexts',
  values: localContextsOf(of).flatMap((line): RecordValue[] => {
    if (!line.startsWith('https://')) return [{ text: line, name: line.split(':')[0]! }]
    const project = contexts.find(({ id }) => line.endsWith(id))
    const text = project?.title || 'Project at the Local Contexts Hub'
    return [outside(line, text), ...(project?.labels ?? []).flatMap(labelValues)]
  }),
})

const labelValues = ({ version, png, community, translations, ...label }: ContextProject['labels'][number]) => [
  {
    ...said(community ? `${label.name}, ${community}` : label.name, label.text, label.language_tag),
    icon: png ? `data:image/png;base64,${png}` : at.labelPicture(version),
  },
  ...translations.map((each) => said(each.translated_name || label.name, each.translated_text, each.language_tag)),
]

const said = (name: string, text: string, lang: string) => ({ name, text: `${name}: ${text}`, ...(lang && { lang }) })

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
