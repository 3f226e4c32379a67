import type { Item } from '#contract/item.ts'
import { collectionAddress, personAddress, zoneAddress } from '#rules/addresses.ts'
import { personName } from '#rules/names.ts'
import type { Archive } from '../types.ts'
import { itemCard, registerOf } from './cards.ts'
import type { ItemList } from './views.ts'

/** Items from the same place, person or collection, with the way to all of them. */
export interface Related {
  title: string
  href: string
  list: ItemList
}

/** Kept small: an item page is at most 12 kB (issue "Weight"). */
const MOST = 4
const BOX = { width: 248, height: 176 }
/** How far to look on either side of the item, in date order. */
const REACH = 12

/** Up to three strips; an item is shown once. The nearest in date are chosen, so that strips differ from page to page. */
export function relatedTo(archive: Archive, item: Item): Related[] {
  const shown = new Set([item.id])
  const strip = (title: string, href: string, items: readonly Item[]): Related[] => {
    const others = nearest(items, item, shown)
    if (others.length === 0) return []
    for (const other of others) shown.add(other.id)
    const list = {
      count: items.length,
      gallery: others.filter(pictured).map((other) => itemCard(archive, other, BOX)),
      register: registerOf(
        archive,
        others.filter((other) => !pictured(other)),
      ),
      folded: false,
    }
    return [{ title, href, list }]
  }
  const person = item.people[0]
  return [
    ...(item.location && archive.location(item.location.id)
      ? strip('From the same place', zoneAddress(item.location.id), archive.itemsOfLocation(item.location.id))
      : []),
    ...(person && archive.person(person.id)
      ? strip(`With ${personName(person)}`, personAddress(person.id), archive.itemsOfPerson(person.id))
      : []),
    ...(item.collection && archive.collection(item.collection.id)
      ? strip(
          'From the same collection',
          collectionAddress(item.collection.id),
          archive.itemsOfCollection(item.collection.id),
        )
      : []),
  ]
}

/** The lists are in date order: an item's neighbours in the list are the nearest in date. Pictures come first, texts only where they lack. */
function nearest(items: readonly Item[], item: Item, shown: ReadonlySet<number>): Item[] {
  const here = items.findIndex((other) => other.id === item.id)
  const from = Math.max(0, here - REACH)
  const around = items.slice(from, from + 2 * REACH + 1).filter((other) => !shown.has(other.id))
  const shownFirst = around.filter(pictured).slice(0, MOST)
  if (shownFirst.length >= 2) return shownFirst
  return [...shownFirst, ...around.filter((other) => !pictured(other))].slice(0, MOST)
}

const pictured = (item: Item) => item.item_scans.length > 0
