import type { Item, ItemType } from '#contract/item.ts'
import type { PersonLink } from '#contract/person.ts'
import {
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  subjectAddress,
  zoneAddress,
} from '#rules/addresses.ts'
import { lifeSpan, shownDate, yearSpan } from '#rules/life-spans.ts'
import { itemTitle, organizationName, personName, shorten, zoneName } from '#rules/names.ts'
import type { SearchKind } from '#rules/search-ids.ts'
import { joinSentences } from '#rules/sentences.ts'
import { portraitCall, scanCall, smallPicture } from '#rules/pictures.ts'
import type { Stored } from '#rules/pictures.ts'
import type { Archive } from '#snapshot/types.ts'

/** What the search knows of one page. Only `title` and `content` are searched, the rest is shown. Every text is plain. */
export interface SearchRecord {
  url: string
  /** Everything that words may be found in. */
  content: string
  kind: SearchKind
  id: number
  title: string
  type?: ItemType
  years?: string
  image?: string
  image_alt?: string
  description?: string
}

/** CSS pixels of a picture in a result. */
const THUMBNAIL = { width: 96, height: 96 }
/** Longer descriptions would be loaded with every hit and shown of none. */
const DESCRIPTION_LENGTH = 160

const thumbnail = (call: string, stored: Stored | undefined | null) =>
  stored ? smallPicture(call, stored, THUMBNAIL).src : ''
const descriptionOf = (text: string) => shorten(text, DESCRIPTION_LENGTH)

/** One record a page, in the order of the snapshot. */
export function* searchRecords(archive: Archive): Generator<SearchRecord> {
  const { lists } = archive
  const { apiBase } = archive.meta
  for (const item of lists.items) yield itemRecord(item, archive)
  for (const person of lists.people) {
    const years = lifeSpan(person.date_of_birth, person.date_of_death)
    yield {
      url: personAddress(person.id),
      kind: 'person',
      id: person.id,
      title: personName(person),
      content: joinSentences(personName(person), years, person.biography),
      years,
      image: thumbnail(portraitCall(apiBase, person.id), person.image),
      image_alt: `Portrait of ${personName(person)}`,
      description: descriptionOf(person.biography),
    }
  }
  for (const each of lists.organizations) {
    yield {
      url: organizationAddress(each.id),
      kind: 'organization',
      id: each.id,
      title: organizationName(each),
      content: joinSentences(each.name, each.altname.join(', '), each.description),
      years: yearSpan(each.date_opened, each.date_closed),
      description: descriptionOf(each.description),
    }
  }
  for (const { properties: zone } of lists.locations) {
    const descriptions = archive.descriptionsOf(zone.pk).map((row) => row.description)
    const heritage = archive
      .heritageOf(zone.pk)
      .map((row) => joinSentences(row.architectural_style, row.architectural_description))
    const plaques = archive.plaquesOf(zone.pk).map((row) => joinSentences(row.name, row.text))
    const lots = archive.lotsOf(zone.pk).map((row) => `Lot ${row.lotNum}`)
    yield {
      url: zoneAddress(zone.pk),
      kind: 'place',
      id: zone.pk,
      title: zoneName(zone),
      content: joinSentences(
        zone.name,
        zone.address,
        zone.altnames.join(', '),
        ...descriptions,
        ...heritage,
        ...plaques,
        ...lots,
      ),
      description: descriptionOf(descriptions[0] ?? zone.altnames.join(', ')),
    }
  }
  for (const each of lists.subjects) {
    yield {
      url: subjectAddress(each.id),
      kind: 'subject',
      id: each.id,
      title: each.subject_name,
      content: joinSentences(each.subject_name, each.subject_description),
      description: descriptionOf(each.subject_description),
    }
  }
  for (const each of lists.collections) {
    yield {
      url: collectionAddress(each.id),
      kind: 'collection',
      id: each.id,
      title: each.collection_name,
      content: joinSentences(each.collection_name, each.collection_description),
      description: descriptionOf(each.collection_description),
    }
  }
}

/** Found by what the API finds it by (server/database/item-search.ts): its own words, and the names of what it shows. */
function itemRecord(item: Item, archive: Archive): SearchRecord {
  const { apiBase } = archive.meta
  const scan = item.item_scans[0]
  const date = shownDate(item)?.text
  return {
    url: itemAddress(item.id),
    kind: 'item',
    id: item.id,
    type: item.type,
    title: itemTitle(item),
    content: joinSentences(
      item.title,
      date,
      item.general_description,
      namesOfPlace(item, archive).join(', '),
      item.people.map(namesOfPerson).join(', '),
      item.organizations.flatMap((each) => [each.name, ...(archive.organization(each.id)?.altname ?? [])]).join(', '),
      item.subject.map((each) => each.subject_name).join(', '),
      item.archival_identifier,
    ),
    years: date,
    image: scan ? thumbnail(scanCall(apiBase, scan.id), scan) : '',
    image_alt: scan ? itemTitle(item) : '',
    description: descriptionOf(item.general_description),
  }
}

/** Nobody is found by what stands for a name that is not known. */
const namesOfPerson = ({ first_name, middle_name, surname }: PersonLink) =>
  [first_name, middle_name, surname].filter(Boolean).join(' ')

function namesOfPlace({ location }: Item, archive: Archive): string[] {
  if (!location) return []
  const zone = archive.location(location.id)?.properties
  return [...new Set([location.name, ...(zone?.altnames ?? []), zone?.address ?? ''])].filter(Boolean)
}
