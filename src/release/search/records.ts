import type { Item } from '#contract/item.ts'
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
import { joinSentences } from '#rules/sentences.ts'
import { portraitCall, scanCall, smallPicture } from '#rules/pictures.ts'
import type { Stored } from '#rules/pictures.ts'
import type { Archive } from '#snapshot/types.ts'

/** What the search knows of one page. `kind` is a filter and a heading of the results; `type` is an item's. Every text is plain. */
export interface SearchRecord {
  url: string
  /** Everything that words may be found in. */
  content: string
  kind: 'item' | 'person' | 'organization' | 'place' | 'subject' | 'collection'
  title: string
  type?: string
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
  for (const item of lists.items) yield itemRecord(item, apiBase)
  for (const person of lists.people) {
    const years = lifeSpan(person.date_of_birth, person.date_of_death)
    yield {
      url: personAddress(person.id),
      kind: 'person',
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
      title: each.subject_name,
      content: joinSentences(each.subject_name, each.subject_description),
      description: descriptionOf(each.subject_description),
    }
  }
  for (const each of lists.collections) {
    yield {
      url: collectionAddress(each.id),
      kind: 'collection',
      title: each.collection_name,
      content: joinSentences(each.collection_name, each.collection_description),
      description: descriptionOf(each.collection_description),
    }
  }
}

function itemRecord(item: Item, apiBase: string): SearchRecord {
  const scan = item.item_scans[0]
  const date = shownDate(item)?.text
  return {
    url: itemAddress(item.id),
    kind: 'item',
    type: item.type,
    title: itemTitle(item),
    content: joinSentences(
      item.title,
      date,
      item.general_description,
      item.location?.name,
      item.people.map(personName).join(', '),
      item.organizations.map((each) => each.name).join(', '),
      item.subject.map((each) => each.subject_name).join(', '),
      item.archival_identifier,
    ),
    years: date,
    image: scan ? thumbnail(scanCall(apiBase, scan.id), scan) : '',
    image_alt: scan ? itemTitle(item) : '',
    description: descriptionOf(item.general_description),
  }
}
