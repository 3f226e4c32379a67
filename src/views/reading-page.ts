import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { leafAddress } from '#rules/addresses/leaf-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { largePicture, scanSource, smallPicture } from '#rules/media/pictures.ts'
import { itemHeading, itemTitle, pictureAlt } from '#rules/names/record-names.ts'
import { itemTools } from './item-tools.ts'
import { FEW_SCANS } from './item.ts'
import { itemTexts } from './read-texts.ts'

const THUMBNAIL = { width: 88, height: 112 }
/** Beside its text, or beside another page. */
const PAGE = { width: 660, height: 990 }
/** Pages in the strip before and after the one that is read. */
const NEAR = 4

/** The reading pages of an item, or some of them: `from` and `to` count from 1. Empty if all scans are on its own page. */
export const leavesOf = ({ id, item_scans: scans }: Item, pictures: string, from = 1, to = scans.length) =>
  (scans.length > FEW_SCANS ? scans.slice(from - 1, to) : []).map((scan, at) => ({
    number: from + at,
    href: leafAddress(id, from + at),
    picture: smallPicture(scanSource(pictures, scan.id), scan, THUMBNAIL),
  }))
export type Leaf = ReturnType<typeof leavesOf>[number]

/** A page of an item with many: its picture and that beside it, its text, and the ways to others. Undefined if there is no such page. */
export function readingPage(item: Item, number: number, pictures: string, texts: readonly RecordText[]) {
  const { id, item_scans: scans } = item
  const scan = scans[number - 1]
  const leaves = leavesOf(item, pictures, Math.max(1, number - NEAR), number + NEAR)
  if (!scan || leaves.length === 0) return undefined
  const of = ` of ${scans.length}`
  const to = (page: number, hash = '') => (scans[page - 1] ? leafAddress(id, page) + hash : '')
  // In a bound volume, whose first page is a right-hand one.
  const left = number - (number % 2)
  const opening = [left, left + 1].flatMap((page) => {
    const shown = scans[page - 1]
    const alt = pictureAlt(itemTitle(item), page - 1, scans.length, shown?.alt)
    return shown ? { number: page, picture: { ...largePicture(scanSource(pictures, shown.id), shown, PAGE), alt } } : []
  })
  const isWordless = !scans.some(({ has_text }) => has_text)
  const two = isWordless ? '' : '#two'
  const { address, downloads } = itemTools({ ...item, item_scans: [scan] }, pictures)
  const own = texts.filter((text) => text.scan === scan.id)
  return {
    ...{ number, count: scans.length, item: address, leaves, opening },
    heading: itemHeading(item, itemDisplayDate(item)?.text ?? ''),
    // Beside its picture it is not folded.
    text: itemTexts(item, own, pictures).scans.map((text) => ({ ...text, isLong: false }))[0],
    /** None of its pages has a text: where there is room, two are shown side by side. */
    isWordless,
    byOne: { text: `Page ${number}${of}`, previous: to(number - 1), next: to(number + 1) },
    byTwo: {
      text: (opening.length === 1 ? `Page ${number}` : `Pages ${left}–${left + 1}`) + of,
      ...{ previous: to(left === 2 ? 1 : left - 2, two), next: to(left + 2, two) },
    },
    download: { ...downloads[0]!, name: downloads[0]!.name.replace('.jpg', `-${number}.jpg`) },
  }
}
export type Reading = NonNullable<ReturnType<typeof readingPage>>
