import { societyDay } from '#rules/dates/society-day.ts'
import type { Item } from '#contract/item.ts'
import { zoneOnMap } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate, type DisplayDate } from '#rules/dates/display-dates.ts'
import { itemHeading, itemTitle, pictureAlt, typeName } from '#rules/names/record-names.ts'
import { largePicture, scanSource, type AltPicture } from '#rules/media/pictures.ts'
import { itemRecord, type HasPage, type RecordRow } from './catalogue-record.ts'
import { NO_TEXTS, type ItemTexts, type ScanText } from './item-texts.ts'
import { ownRecordings, type OwnRecording } from './own-recordings.ts'
import { itemTools, recordingOf, type ItemTools, type Recording } from './item-tools.ts'

interface Box {
  width: number
  height: number
}
/** Maximum CSS pixels of the first and of further pictures on the item's page. */
const PAGE_BOXES = [
  { width: 1080, height: 720 },
  { width: 524, height: 560 },
] as const

/** Items of more scans have a reading page for each (views/reading-page.ts). */
export const FEW_SCANS = 12

/** Spec §2 "Item presentation". Of an item with reading pages: its first picture, and the text of that. */
export interface ItemView {
  typeName: string
  heading: string
  date: DisplayDate | null
  /** The page of its decade, which a built page knows. */
  decade?: string | undefined
  pictures: AltPicture[]
  recording: Recording | null
  /** Sounds and videos that are in the archive. */
  recordings: OwnRecording[]
  record: RecordRow[]
  tools: ItemTools
  /** Its description, as recorded. */
  text: string
  /** What is written on its scans. */
  texts: ScanText[]
  /** The map with the item's place; empty without one. */
  onMap: string
  /** The day on which what it shows of the record has changed last (ISO 8601, in UTC), if that is known. */
  changed?: string | undefined
}

interface Options {
  /** What is written on its scans, and said in its recordings. */
  texts?: ItemTexts
  /** Where they are (rules/media/pictures.ts). */
  pictures: string
  /** Maximum sizes of the first picture and of further ones. */
  boxes?: readonly [first: Box, further: Box]
  /** By default everything has a page: a built one or a live one. */
  hasPage?: HasPage
  /** False for an item published after the last build, which has no IIIF manifest yet. */
  isBuilt?: boolean
  /** Of a draft, all pictures are on one page. */
  isDraft?: boolean
}

export function itemView(
  item: Item,
  { pictures, texts = NO_TEXTS, boxes = PAGE_BOXES, hasPage = () => true, isBuilt = true, isDraft }: Options,
): ItemView {
  const date = itemDisplayDate(item)
  const isVolume = !isDraft && item.item_scans.length > FEW_SCANS
  return {
    typeName: typeName(item.type),
    heading: itemHeading(item, date?.text ?? ''),
    date,
    pictures: item.item_scans.slice(0, isVolume ? 1 : undefined).map((scan, at) => ({
      ...largePicture(scanSource(pictures, scan.id), scan, boxes[at === 0 ? 0 : 1]),
      alt: pictureAlt(itemTitle(item), at, item.item_scans.length, scan.alt),
    })),
    recording: recordingOf(item),
    texts: texts.scans.filter(({ id }) => !isVolume || id === 'text-1'),
    recordings: ownRecordings(item, pictures, texts),
    record: itemRecord(item, hasPage),
    tools: itemTools(isVolume ? { ...item, item_scans: [] } : item, pictures, isBuilt),
    text: item.general_description,
    onMap: item.location && hasPage('location', item.location.id) ? zoneOnMap(item.location.id) : '',
    changed: societyDay(item.updated_at),
  }
}
