import type { Item } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'
import { itemSpan } from '#rules/dates/partial-dates.ts'
import { organizationsOfItem, peopleOfItem } from '#rules/people/people-of-item.ts'
import { TYPE_NAMES } from '#rules/names/record-names.ts'
import {
  collectionRow,
  itemRow,
  organizationRow,
  personRow,
  placeRow,
  storyRow,
  subjectRow,
  type ResultRow,
} from '#rules/search/result-rows.ts'
import { type IndexFilter, PICTURED, yearValues } from '#rules/search/index-filters.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import { indexText } from '#rules/search/search-text.ts'
import { lotText, placeText } from '#rules/search/searched-text.ts'
import type { Archive } from '#snapshot/archive.ts'

/** The search record of one page. All fields but `kind`, `id`, `type`, `image` and `filters` are searched. Texts are plain. */
export interface SearchRecord extends ResultRow {
  kind: SearchKind
  /** For display: `Postcard`. */
  typeName?: string
  /** A person's; weighted higher, because a search for a surname is usually for the family. */
  surname?: string
  /** Other words that find the record, folded; never shown. */
  words: string
  /** An item's, without its type. */
  filters?: Partial<Record<IndexFilter, string[]>>
}

/** One record per page: items in the order of their dates, which is that of a search without words, and the other kinds after them. */
export function* searchRecords(archive: Archive): Generator<SearchRecord> {
  const { lists } = archive
  const { pictures } = archive.meta
  for (const item of archive.itemsByDate) yield itemRecord(item, archive)
  for (const person of lists.people)
    yield { kind: 'person', ...personRow(person, pictures), surname: person.surname, words: '' }
  for (const each of lists.organizations)
    yield { kind: 'organization', ...organizationRow(each), words: indexText(...each.altname) }
  for (const { properties: zone } of lists.locations) {
    const text = placeText({
      descriptions: archive.descriptionsOf(zone.pk),
      heritage: archive.heritageOf(zone.pk),
      plaques: archive.plaquesOf(zone.pk),
    })
    const items = archive.itemsOfLocation(zone.pk)
    const lots = archive.lotsOf(zone.pk).map(lotText)
    yield {
      kind: 'place',
      ...placeRow(zone, text, { items: items.length, scan: items.find(hasPicture)?.item_scans[0] }, pictures),
      words: indexText(zone.name, zone.address, ...zone.altnames, ...(zone.earlier_names ?? []), ...lots),
    }
  }
  for (const each of lists.subjects) yield { kind: 'subject', ...subjectRow(each), words: '' }
  for (const each of lists.collections) yield { kind: 'collection', ...collectionRow(each), words: '' }
  for (const each of lists.stories) yield { kind: 'story', ...storyRow(each), words: '' }
}

/** The same words as in the API's full text (server/database/item-search.ts): the item's own, and the names of linked records. */
const itemRecord = (item: Item, archive: Archive): SearchRecord => ({
  kind: 'item',
  ...itemRow(item, archive.meta.pictures),
  typeName: TYPE_NAMES[item.type],
  words: indexText(
    ...namesOfPlace(item, archive),
    ...peopleOfItem(item).map(namesOfPerson),
    ...organizationsOfItem(item).flatMap((each) => [each.name, ...(archive.organization(each.id)?.altname ?? [])]),
    ...item.subject.map((each) => each.subject_name),
    item.archival_identifier,
  ),
  filters: {
    year: yearValues(itemSpan(item), new Date().getFullYear()),
    people: idsOf(peopleOfItem(item)),
    subject: idsOf(item.subject),
    organization: idsOf(organizationsOfItem(item)),
    collection: collectionsOf(item, archive),
    place: item.location ? [String(item.location.id)] : [],
    pictured: hasPicture(item) ? [PICTURED] : [],
  },
})
const hasPicture = ({ item_scans }: Item) => item_scans.length > 0
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => String(id))

/** Its collection, and those above it. */
function collectionsOf({ collection }: Item, archive: Archive): string[] {
  const found: string[] = []
  for (let at = collection?.id ?? null; at !== null; at = archive.collection(at)?.parent_collection ?? null)
    found.push(String(at))
  return found
}

/** Without the placeholder for an unknown name. */
const namesOfPerson = ({ first_name, middle_name, surname }: PersonLink) =>
  [first_name, middle_name, surname].filter(Boolean).join(' ')

function namesOfPlace({ location }: Item, archive: Archive): string[] {
  if (!location) return []
  const zone = archive.location(location.id)?.properties
  const others = [...(zone?.altnames ?? []), ...(zone?.earlier_names ?? [])]
  return [...new Set([location.name, ...others, zone?.address ?? ''])].filter(Boolean)
}
