import type { Item } from '#contract/item.ts'
import type { Person } from '#contract/person.ts'
import { itemAddress, personAddress } from '#rules/addresses.ts'
import { lifeSpan, shownDate } from '#rules/life-spans.ts'
import { itemTitle, personName, shorten, typeName } from '#rules/names.ts'
import { portraitCall, scanCall, smallPicture } from '#rules/pictures.ts'
import type { Archive } from '../types.ts'
import type { ItemCard, ItemList, PersonCard } from './views.ts'

/** CSS pixels that a picture in a gallery and in a person card may take. */
export const GALLERY_BOX = { width: 224, height: 176 }
const CARD_BOX = { width: 64, height: 80 }
/** Pictures that a page of a busy place shows before it goes on as a list. */
const GALLERY_MOST = 24

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

export function itemList(archive: Archive, items: readonly Item[]): ItemList {
  const gallery = items.filter((item) => item.item_scans.length > 0).slice(0, GALLERY_MOST)
  const shown = new Set(gallery)
  return {
    count: items.length,
    gallery: gallery.map((item) => itemCard(archive, item)),
    register: items.filter((item) => !shown.has(item)).map((item) => ({ ...itemCard(archive, item), picture: null })),
  }
}

export function personCard(archive: Archive, person: Person): PersonCard {
  return {
    href: personAddress(person.id),
    text: personName(person),
    years: lifeSpan(person.date_of_birth, person.date_of_death),
    picture: person.image ? smallPicture(portraitCall(archive.meta.apiBase, person.id), person.image, CARD_BOX) : null,
  }
}
