import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { itemAddress, leafAddress } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { largePicture, scanSource, type AltPicture } from '#rules/media/pictures.ts'
import { itemHeading, itemTitle, pictureAlt } from '#rules/names/record-names.ts'
import type { ScanText } from './item-texts.ts'
import { downloadOf, type Download } from './item-tools.ts'
import { leavesOf, type Leaf } from './leaves.ts'
import { itemTexts } from './read-texts.ts'

/** Addresses of the pages before and after; empty at the ends. */
interface Turn {
  text: string
  previous: string
  next: string
}
/** A page of an item with many: its picture, its text, and the ways to others. */
export interface ReadingPage {
  /** Of the item. */
  heading: string
  item: string
  number: number
  count: number
  scan: AltPicture
  /** Of the page that lies beside it in a bound volume, whose first page is a right-hand one. */
  facing: { number: number; picture: AltPicture } | null
  text: ScanText | null
  /** None of its pages has a text: where there is room, two are shown side by side. */
  isWordless: boolean
  leaves: Leaf[]
  byOne: Turn
  byTwo: Turn
  download: Download
}

/** Beside its text, or beside another page. */
const BOX = { width: 660, height: 990 }
/** Pages in the strip before and after this one. */
const NEAR = 4
/** The page beside its facing one. */
export const TWO = '#two'

/** Undefined if an item has no such page, or too few for pages of their own. */
export function readingPage(
  item: Item,
  number: number,
  { pictures, texts }: { pictures: string; texts: readonly RecordText[] },
): ReadingPage | undefined {
  const { id, item_scans: scans } = item
  const [count, scan] = [scans.length, scans[number - 1]]
  const leaves = leavesOf(item, pictures, Math.max(1, number - NEAR), number + NEAR)
  if (!scan || leaves.length === 0) return undefined
  const pictureOf = (page: number) => ({
    ...largePicture(scanSource(pictures, scans[page - 1]!.id), scans[page - 1]!, BOX),
    alt: pictureAlt(itemTitle(item), page - 1, count, scans[page - 1]!.alt),
  })
  const left = number - (number % 2)
  const other = number % 2 === 0 ? number + 1 : number - 1
  const hasFacing = other >= 1 && other <= count
  const isWordless = !scans.some(({ has_text }) => has_text)
  const to = (page: number, mode = '') => (page >= 1 && page <= count ? leafAddress(id, page) + mode : '')
  const two = isWordless ? '' : TWO
  const of = ` of ${count}`
  const own = texts.filter((text) => text.scan === scan.id)
  return {
    heading: itemHeading(item, itemDisplayDate(item)?.text ?? ''),
    item: itemAddress(id),
    number,
    count,
    scan: pictureOf(number),
    facing: hasFacing ? { number: other, picture: pictureOf(other) } : null,
    text: itemTexts(item, own).scans[0] ?? null,
    isWordless,
    leaves,
    byOne: { text: `Page ${number}${of}`, previous: to(number - 1), next: to(number + 1) },
    byTwo: {
      text: hasFacing ? `Pages ${left}–${left + 1}${of}` : `Page ${number}${of}`,
      // Before the first pair is the first page.
      previous: number === 1 ? '' : to(Math.max(1, left - 2), two),
      next: to(left + 2, two),
    },
    download: downloadOf(item, number - 1, pictures),
  }
}
