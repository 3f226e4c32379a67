import type { Item } from '#contract/item.ts'
import type { Person } from '#contract/person.ts'
import { itemAddress, personAddress } from '#rules/addresses.ts'
import { lifeSpan, shownDate } from '#rules/life-spans.ts'
import { itemTitle, personName, shorten, typeName } from '#rules/names.ts'
import { portraitCall, scanCall, smallPicture } from '#rules/pictures.ts'
import type { Archive } from '../types.ts'
import type { ItemCard, ItemList, PersonCard, RegisterPart } from './views.ts'

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

/** A card of a compact list. */
const registerCard = (archive: Archive, item: Item) => {
  const { href, text, date, type } = itemCard(archive, item)
  return { href, text, date, type }
}

/** Longest list without headings, and longest list that is open at first. */
const PLAIN_MOST = 40
const OPEN_MOST = 160

/** A compact list; a long one in parts by decade, the undated last. `items` are in date order. */
export function registerOf(archive: Archive, items: readonly Item[]): RegisterPart[] {
  if (items.length === 0) return []
  if (items.length <= PLAIN_MOST) return [{ title: '', items: items.map((item) => registerCard(archive, item)) }]
  const parts = new Map<string, RegisterPart>()
  for (const item of items) {
    const date = item.date_start ?? item.date_end
    const title = date === null ? 'Undated' : `${Math.floor(date / 100_000)}0s`
    const part = parts.get(title) ?? { title, items: [] }
    part.items.push(registerCard(archive, item))
    parts.set(title, part)
  }
  return [...parts.values()]
}

export function itemList(archive: Archive, items: readonly Item[]): ItemList {
  const gallery = items.filter((item) => item.item_scans.length > 0).slice(0, GALLERY_MOST)
  const shown = new Set(gallery)
  const others = items.filter((item) => !shown.has(item))
  return {
    count: items.length,
    gallery: gallery.map((item) => itemCard(archive, item)),
    register: registerOf(archive, others),
    folded: others.length > OPEN_MOST,
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
