import type { Item, ItemType } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'
import { lifeSpan, itemDisplayDate, yearSpan } from '#rules/dates/display-dates.ts'
import { itemTitle, organizationName, personName, TYPE_NAMES, zoneName } from '#rules/names/record-names.ts'
import type { SearchKind } from '#rules/search/search-kinds.ts'
import { peopleOfItem } from '#rules/people/people-of-item.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { RecordCounts } from '#rules/search/vocabulary.ts'
import { joinSentences } from '#rules/names/sentences.ts'
import { portraitUrl, scanImageUrl, smallPicture, type StoredImage } from '#rules/media/pictures.ts'
import type { Archive } from '#snapshot/types.ts'

/** The search record of one page. All fields but `kind`, `id`, `type` and `image` are searched. Texts are plain. */
export interface SearchRecord {
  kind: SearchKind
  id: number
  title: string
  type?: ItemType
  /** For display: `Postcard`. */
  typeName?: string
  /** A person's; weighted higher, because a search for a surname is usually for the family. */
  surname?: string
  years?: string
  image?: string
  /** Sentences for the excerpt. May be empty. */
  text: string
  /** Other words that find the record, folded; never shown. */
  words: string
}

/** CSS pixels of a picture in a result. */
const THUMBNAIL = { width: 96, height: 96 }

const thumbnail = (call: string, stored: StoredImage | undefined | null) =>
  stored ? smallPicture(call, stored, THUMBNAIL).src : ''

/** What `searchRecords` gives of each kind. */
export const recordCounts = ({ lists }: Archive): RecordCounts => ({
  item: lists.items.length,
  person: lists.people.length,
  organization: lists.organizations.length,
  place: lists.locations.length,
  subject: lists.subjects.length,
  collection: lists.collections.length,
})

/** One record per page, or of those that are wanted: kind by kind, in the order of SEARCH_KINDS, each kind in ascending order of ids. */
export function* searchRecords(
  archive: Archive,
  isWanted: (kind: SearchKind, id: number) => boolean = () => true,
): Generator<SearchRecord> {
  const { lists } = archive
  const { apiBase } = archive.meta
  for (const item of lists.items) if (isWanted('item', item.id)) yield itemRecord(item, archive)
  for (const person of lists.people) {
    if (!isWanted('person', person.id)) continue
    const years = lifeSpan(person)
    yield {
      kind: 'person',
      id: person.id,
      title: personName(person),
      surname: person.surname,
      text: person.biography,
      words: '',
      years,
      image: thumbnail(portraitUrl(apiBase, person.id), person.image),
    }
  }
  for (const each of lists.organizations) {
    if (!isWanted('organization', each.id)) continue
    yield {
      kind: 'organization',
      id: each.id,
      title: organizationName(each),
      text: each.description,
      words: searchText(...each.altname),
      years: yearSpan(each.date_opened, each.date_closed),
    }
  }
  for (const { properties: zone } of lists.locations) {
    if (!isWanted('place', zone.pk)) continue
    const descriptions = archive.descriptionsOf(zone.pk).map((row) => row.description)
    const heritage = archive
      .heritageOf(zone.pk)
      .map((row) => joinSentences(row.architectural_style, row.architectural_description))
    const plaques = archive.plaquesOf(zone.pk).map((row) => joinSentences(row.name, row.text))
    const lots = archive.lotsOf(zone.pk).map((row) => `Lot ${row.lotNum}`)
    yield {
      kind: 'place',
      id: zone.pk,
      title: zoneName(zone),
      text: joinSentences(...descriptions, ...heritage, ...plaques),
      words: searchText(zone.name, zone.address, ...zone.altnames, ...lots),
    }
  }
  for (const each of lists.subjects) {
    if (!isWanted('subject', each.id)) continue
    yield {
      kind: 'subject',
      id: each.id,
      title: each.subject_name,
      text: each.subject_description,
      words: '',
    }
  }
  for (const each of lists.collections) {
    if (!isWanted('collection', each.id)) continue
    yield {
      kind: 'collection',
      id: each.id,
      title: each.collection_name,
      text: each.collection_description,
      words: '',
    }
  }
}

/** The same words as in the API's full text (server/database/item-search.ts): the item's own, and the names of linked records. */
function itemRecord(item: Item, archive: Archive): SearchRecord {
  const { apiBase } = archive.meta
  const scan = item.item_scans[0]
  const date = itemDisplayDate(item)?.text
  return {
    kind: 'item',
    id: item.id,
    type: item.type,
    title: itemTitle(item),
    typeName: TYPE_NAMES[item.type],
    text: item.general_description,
    words: searchText(
      ...namesOfPlace(item, archive),
      ...peopleOfItem(item).map(namesOfPerson),
      ...item.organizations.flatMap((each) => [each.name, ...(archive.organization(each.id)?.altname ?? [])]),
      ...item.subject.map((each) => each.subject_name),
      item.archival_identifier,
    ),
    years: date,
    image: scan ? thumbnail(scanImageUrl(apiBase, scan.id), scan) : '',
  }
}

/** Without the placeholder for an unknown name. */
const namesOfPerson = ({ first_name, middle_name, surname }: PersonLink) =>
  [first_name, middle_name, surname].filter(Boolean).join(' ')

function namesOfPlace({ location }: Item, archive: Archive): string[] {
  if (!location) return []
  const zone = archive.location(location.id)?.properties
  return [...new Set([location.name, ...(zone?.altnames ?? []), zone?.address ?? ''])].filter(Boolean)
}
