import type { Item } from '#contract/item.ts'
import { itemAddress } from '#rules/addresses.ts'
import { arranged, GALLERY_BOX, inListOrder, listParts, zoneItem } from '#rules/item-lists.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemTitle, shorten, typeName } from '#rules/names.ts'
import type { ItemsOfRecord } from '#rules/overview-parts.ts'
import { scanCall, smallPicture } from '#rules/pictures.ts'
import type { Archive } from '../types.ts'
import type { ItemCard, ItemList, RegisterPart } from './views.ts'

/** Titles in lists are cut: the item's own page has them whole. */
export function itemCard(archive: Archive, item: Item, box = GALLERY_BOX): ItemCard {
  const scan = item.item_scans[0]
  return {
    href: itemAddress(item.id),
    text: shorten(itemTitle(item), 120),
    date: shownDate(item),
    type: typeName(item.type),
    picture: scan ? smallPicture(scanCall(archive.meta.apiBase, scan.id), scan, box) : null,
  }
}

/** A card of a compact list. */
const registerCard = (archive: Archive, item: Item) => {
  const { href, text, date, type } = itemCard(archive, item)
  return { href, text, date, type }
}

const dateOf = (item: Item) => item.date_start ?? item.date_end

/** A compact list; a long one in parts by decade, the undated last. `items` are in date order. */
export const registerOf = (archive: Archive, items: readonly Item[]): RegisterPart[] =>
  listParts(items, dateOf).map(({ title, items }) => ({
    title,
    items: items.map((item) => registerCard(archive, item)),
  }))

export function itemList(archive: Archive, items: readonly Item[]): ItemList {
  const { gallery, register, folded } = arranged(items, (item) => item.item_scans.length > 0, dateOf)
  return {
    count: items.length,
    gallery: gallery.map((item) => itemCard(archive, item)),
    register: register.map(({ title, items }) => ({ title, items: items.map((item) => registerCard(archive, item)) })),
    folded,
  }
}

/** The items of a record in the order of the API. `asked`: what the API is asked by for the same ones. */
export function itemsOfRecord(archive: Archive, items: readonly Item[], asked: string): ItemsOfRecord {
  const listed = inListOrder(items).map((item) => zoneItem(item, (scan) => scanCall(archive.meta.apiBase, scan)))
  return { items: listed, count: listed.length, asked }
}
