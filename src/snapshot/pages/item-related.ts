import type { Item } from '#contract/item.ts'
import { collectionAddress, personAddress, zoneAddress } from '#rules/addresses.ts'
import { personName } from '#rules/names.ts'
import type { Archive } from '../types.ts'
import { itemCard } from './cards.ts'
import type { ItemCard } from './views.ts'

/** Items from the same place, person or collection, with the way to all of them. */
export interface Related {
  title: string
  all: { href: string; count: number }
  items: ItemCard[]
}

/** Kept small: an item page is at most 12 kB (issue "Weight"). */
const MOST = 4
const BOX = { width: 224, height: 168 }

/** Up to three strips; an item is shown once, and those with a picture come first. Nearest in date, so that strips differ from page to page. */
export function relatedTo(archive: Archive, item: Item): Related[] {
  const shown = new Set([item.id])
  const strip = (title: string, href: string, items: readonly Item[]): Related[] => {
    const others = nearest(items, item, shown)
    if (others.length === 0) return []
    for (const other of others) shown.add(other.id)
    return [{ title, all: { href, count: items.length }, items: others.map((other) => itemCard(archive, other, BOX)) }]
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

/** The lists are in date order: the neighbours of the item in the list are the nearest in date. */
function nearest(items: readonly Item[], item: Item, shown: ReadonlySet<number>): Item[] {
  const here = items.findIndex((other) => other.id === item.id)
  const from = Math.max(0, here - 12)
  const around = items.slice(from, from + 25).filter((other) => !shown.has(other.id))
  const pictured = around.filter((other) => other.item_scans.length > 0)
  const plain = around.filter((other) => other.item_scans.length === 0)
  return [...pictured, ...plain].slice(0, MOST)
}
