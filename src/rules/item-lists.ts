import type { Item } from '../contract/item.ts'
import { itemAddress } from './addresses.ts'
import { shownDate } from './life-spans.ts'
import { itemTitle, shorten, typeName } from './names.ts'
import { itemSpan } from './partial-dates.ts'
import { smallPicture } from './pictures.ts'
import type { ZoneItem } from './zone-overview.ts'

/** CSS pixels that a picture in a gallery may take. */
export const GALLERY_BOX = { width: 224, height: 176 }
/** Pictures that a page of a busy place shows before it goes on as a list. */
const GALLERY_MOST = 24
/** Longest list without headings, and longest list that is open at first. */
const PLAIN_MOST = 40
const OPEN_MOST = 160

/** The rows in the order of an eight-digit date, undated last; rows of the same date keep their order (by id). */
export function byDate<Row>(rows: readonly Row[], dateOf: (row: Row) => number | null | undefined): Row[] {
  const date = (row: Row) => dateOf(row) ?? Infinity
  return [...rows].sort((a, b) => (date(a) === date(b) ? 0 : date(a) - date(b)))
}

/** Items in the order in which the API lists them: by the start of their span, undated last, ids break ties. */
export const inListOrder = <Row extends Pick<Item, 'id' | 'date_start' | 'date_end'>>(rows: readonly Row[]): Row[] =>
  byDate(
    [...rows].sort((a, b) => a.id - b.id),
    (row) => itemSpan(row.date_start, row.date_end)?.start,
  )

/** A part of a long list; `title` is a decade or "Undated", empty where the list is short and needs no parts. */
export interface ListPart<Row> {
  title: string
  items: Row[]
}

/** A compact list; a long one in parts by decade, the undated last. `rows` are in date order. */
export function listParts<Row>(rows: readonly Row[], dateOf: (row: Row) => number | null): ListPart<Row>[] {
  if (rows.length === 0) return []
  if (rows.length <= PLAIN_MOST) return [{ title: '', items: [...rows] }]
  const parts = new Map<string, ListPart<Row>>()
  for (const row of rows) {
    const date = dateOf(row)
    const title = date === null ? 'Undated' : `${Math.floor(date / 100_000)}0s`
    const part = parts.get(title) ?? { title, items: [] }
    part.items.push(row)
    parts.set(title, part)
  }
  return [...parts.values()]
}

/**
 * How a page lays out items in date order: those with a picture first (as many as stay light), then all others as a compact list. `folded`: the
 * list is so long that its parts are closed at first.
 */
export function arranged<Row>(
  rows: readonly Row[],
  hasPicture: (row: Row) => boolean,
  dateOf: (row: Row) => number | null,
): { gallery: Row[]; register: ListPart<Row>[]; folded: boolean } {
  const gallery = rows.filter(hasPicture).slice(0, GALLERY_MOST)
  const shown = new Set(gallery)
  const others = rows.filter((row) => !shown.has(row))
  return { gallery, register: listParts(others, dateOf), folded: others.length > OPEN_MOST }
}

const zoneItemDate = (item: ZoneItem) => item.dateStart ?? item.dateEnd

/** How the page of a zone lays out all of its items. What only has an end ("before 1880") stands in the decade of that, as on other pages. */
export const arrangedItems = (items: readonly ZoneItem[]) =>
  arranged(
    byDate(
      [...items].sort((a, b) => a.id - b.id),
      zoneItemDate,
    ),
    (item) => item.picture !== null,
    zoneItemDate,
  )

/** An item as lists of a zone show it. Titles are cut: the item's own page has them whole. `scanAddress` is where the picture of a scan is. */
export function zoneItem(item: Item, scanAddress: (scan: number) => string): ZoneItem {
  const scan = item.item_scans[0]
  return {
    id: item.id,
    href: itemAddress(item.id),
    title: shorten(itemTitle(item), 120),
    type: typeName(item.type),
    date: shownDate(item),
    dateStart: item.date_start,
    dateEnd: item.date_end,
    picture: scan ? smallPicture(scanAddress(scan.id), scan, GALLERY_BOX) : null,
  }
}
