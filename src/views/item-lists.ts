import type { Item } from '#contract/item.ts'
import { itemAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate, type DisplayDate } from '#rules/dates/display-dates.ts'
import { itemTitle, shorten, typeName } from '#rules/names/record-names.ts'
import { byDate, closedDates, itemSpan, sortDate } from '#rules/dates/partial-dates.ts'
import { scanSource, smallPicture, type Picture } from '#rules/media/pictures.ts'
import { roleInItem } from '#rules/people/people-of-item.ts'

/** Maximum CSS pixels of a picture in a gallery. */
export const GALLERY_BOX = { width: 224, height: 176 }
/** Pictures in the gallery of a page; further items follow as a list. */
const MAX_GALLERY = 24
/** Longest list without headings. */
const MAX_PLAIN = 40

export interface ItemSummary {
  id: number
  href: string
  title: string
  type: string
  date: DisplayDate | null
  /** Eight-digit dates (spec §3), for time ranges; open ends are filled in. */
  dateStart: number | null
  dateEnd: number | null
  picture: Picture | null
}

/** Truncates long titles. `pictures`: where they are (rules/media/pictures.ts); `person` is whose items are listed: the type says what they have to do with it. */
export function itemSummary(item: Item, pictures: string, box = GALLERY_BOX, person?: number): ItemSummary {
  const scan = item.item_scans[0]
  const { start, end } = closedDates(item)
  const role = person === undefined ? '' : roleInItem(item, person)
  return {
    id: item.id,
    href: itemAddress(item.id),
    title: shorten(itemTitle(item), 120),
    type: [typeName(item.type), role].filter(Boolean).join(', '),
    date: itemDisplayDate(item),
    dateStart: start,
    dateEnd: end,
    picture: scan ? smallPicture(scanSource(pictures, scan.id), scan, box) : null,
  }
}

/** The items of a record in the API's order: from a snapshot those of its own page, from the API the first page. */
export interface RecordItems {
  items: ItemSummary[]
  count: number
  /** The API query for further pages, `people_or=12`; empty if the API cannot select these items. */
  query: string
  /** From a snapshot, if the list goes on: a link to each of its pages, with the years of its items. */
  pages?: readonly Link[] | undefined
  /** From a snapshot: some items with pictures, from all times. */
  strip?: ItemSummary[] | undefined
  /** The years of all items with a picture, and how many have these (views/year-reading.ts). */
  pictured?: (Pick<ItemSummary, 'dateStart' | 'dateEnd'> & { count: number })[] | undefined
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Sorts as the API does: by date, vague ones by their middle, undated last, ties by id. */
export const inListOrder = <Row extends Pick<Item, 'id' | 'date_start' | 'date_end' | 'date_start_text'>>(
  rows: readonly Row[],
): Row[] => byDate(rows.toSorted(byId), (row) => sortDate(itemSpan(row)))

/** A section of a long list; `title` is a decade or "Undated", empty for the only section of a short list. */
interface ListPart {
  title: string
  items: ItemSummary[]
}

export interface ItemList {
  gallery: ItemSummary[]
  register: ListPart[]
}

/** Sorted by date. */
export function arrangeItems(items: readonly ItemSummary[]): ItemList {
  const ordered = byDate(items.toSorted(byId), (item) => item.dateStart)
  const gallery = ordered.filter((item) => item.picture !== null).slice(0, MAX_GALLERY)
  const shown = new Set(gallery)
  return { gallery, register: listParts(ordered.filter((item) => !shown.has(item))) }
}

/** For one page of a paginated list: keeps the order, with all pictures and without headings. */
export const galleryAndList = (items: readonly ItemSummary[]): ItemList => ({
  gallery: items.filter((item) => item.picture !== null),
  register: [{ title: '', items: items.filter((item) => item.picture === null) }].filter(
    ({ items }) => items.length > 0,
  ),
})

/** Sections by decade for a long list. `items` are sorted by date. */
function listParts(items: readonly ItemSummary[]): ListPart[] {
  if (items.length === 0) return []
  if (items.length <= MAX_PLAIN) return [{ title: '', items: [...items] }]
  const parts = Map.groupBy(items, ({ dateStart: date }) =>
    date === null ? 'Undated' : `${Math.floor(date / 100_000)}0s`,
  )
  return [...parts].map(([title, items]) => ({ title, items }))
}
