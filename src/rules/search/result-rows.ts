import type { Collection } from '#contract/collection.ts'
import type { Item, ItemType } from '#contract/item.ts'
import type { Organization } from '#contract/organization.ts'
import type { Person } from '#contract/person.ts'
import type { Story } from '#contract/story.ts'
import type { Subject } from '#contract/subject.ts'
import { itemDisplayDate, lifeSpan, yearSpan } from '../dates/display-dates.ts'
import { portraitSource, scanSource, smallPicture, type PictureSource, type StoredImage } from '../media/pictures.ts'
import {
  countOfItems,
  itemTitle,
  joinSentences,
  organizationName,
  personName,
  zoneName,
} from '../names/record-names.ts'
import { storyBlocks } from '../stories/story-blocks.ts'

/** What a search shows of a record, the same from the search index and from the API. Texts are plain and may be empty. */
export interface ResultRow {
  id: number
  title: string
  /** An item's. */
  type?: ItemType
  /** Of a place, how many items it has. */
  years: string
  image: string
  text: string
}

/** CSS pixels of a picture in a result. */
const THUMBNAIL = { width: 96, height: 96 }
const thumbnail = (source: PictureSource, stored: StoredImage | undefined | null) =>
  stored ? smallPicture(source, stored, THUMBNAIL).src : ''

export function itemRow(item: Item, pictures: string): ResultRow {
  const scan = item.item_scans[0]
  return {
    id: item.id,
    title: itemTitle(item),
    type: item.type,
    years: itemDisplayDate(item)?.text ?? '',
    image: scan ? thumbnail(scanSource(pictures, scan.id), scan) : '',
    text: item.general_description,
  }
}

export const personRow = (person: Person, pictures: string): ResultRow => ({
  id: person.id,
  title: personName(person),
  years: lifeSpan(person),
  image: thumbnail(portraitSource(pictures, person.id), person.image),
  text: person.biography,
})

const plainRow = (id: number, title: string, text: string, years = ''): ResultRow => {
  return { id, title, years, image: '', text }
}

export const organizationRow = (row: Organization) =>
  plainRow(row.id, organizationName(row), row.description, yearSpan(row.date_opened, row.date_closed))

/** What a place holds: how many items, and the first picture of them. */
interface Holdings {
  items: number
  scan: (StoredImage & { id: number }) | undefined
}
export const placeRow = (
  zone: { pk: number; name: string; address: string },
  text: string,
  { items, scan }: Holdings,
  pictures: string,
): ResultRow => ({
  id: zone.pk,
  title: zoneName(zone),
  years: items === 0 ? '' : countOfItems(items),
  image: scan ? thumbnail(scanSource(pictures, scan.id), scan) : '',
  text,
})

export const subjectRow = (row: Pick<Subject, 'id' | 'subject_name' | 'subject_description'>) =>
  plainRow(row.id, row.subject_name, row.subject_description)

export const collectionRow = (row: Pick<Collection, 'id' | 'collection_name' | 'collection_description'>) =>
  plainRow(row.id, row.collection_name, row.collection_description)

/** The words of a story without the marks of Markdown; what it shows is found by itself. */
const toldText = (text = '') =>
  storyBlocks(text)
    .blocks.flatMap((block) => (block.kind === 'text' ? block.text : block.caption))
    .join(' ')
    .replaceAll(/\]\([^()\s]*\)|[*_`#>[\]]/g, '')

export const storyRow = (row: Pick<Story, 'id' | 'title' | 'lead' | 'text'>) =>
  plainRow(row.id, row.title, joinSentences(row.lead, toldText(row.text)))
