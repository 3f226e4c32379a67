import type { Item } from '#contract/item.ts'
import { collectionAddress, personAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { personName } from '#rules/names/record-names.ts'
import { arrangeItems, itemSummary, type ItemList } from '#views/item-lists.ts'
import { type Archive, memoizePerArchive } from '../archive.ts'

/** Items from the same place, person or collection, with a link to all of them. */
export interface Related {
  title: string
  href: string
  list: ItemList
}

/** Small, because an item page is at most 12 kB (issue "Weight"). */
const MAX_ITEMS = 4
const BOX = { width: 248, height: 176 }
/** Candidates on either side of the item, in date order: an item that comes, goes or changes can change the strips of those that are at most so far away. */
export const RELATED_WINDOW = 8

/** Up to three strips without repeats. Picks the items nearest in date, so that strips differ from page to page. */
export function relatedItems(archive: Archive, item: Item): Related[] {
  const shown = new Set([item.id])
  const strip = (title: string, href: string, items: readonly Item[]): Related[] => {
    const others = nearest(items, item, shown)
    if (others.length === 0) return []
    for (const other of others) shown.add(other.id)
    const list = arrangeItems(others.map((other) => itemSummary(other, archive.meta.pictures, BOX)))
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

/**
 * `items` are in date order, so neighbours in the list are nearest in date. Items without a picture only fill up a strip. Few pages change when an item comes: those
 * that it is nearest to.
 */
function nearest(items: readonly Item[], item: Item, shown: ReadonlySet<number>): Item[] {
  const here = placesIn(items).get(item.id) ?? -1
  const candidates: Item[] = []
  for (let away = 1; away <= RELATED_WINDOW; away++)
    for (const other of [items[here - away], items[here + away]])
      if (other && !shown.has(other.id)) candidates.push(other)
  const withPicture = candidates.filter(hasPicture).slice(0, MAX_ITEMS)
  const chosen =
    withPicture.length >= 2
      ? withPicture
      : [...withPicture, ...candidates.filter((other) => !hasPicture(other))].slice(0, MAX_ITEMS)
  return items
    .slice(Math.max(0, here - RELATED_WINDOW), here + RELATED_WINDOW + 1)
    .filter((other) => chosen.includes(other))
}

/** The place of each item in a list, by id. Searching a collection of thousands for each of its items takes seconds in a large archive. */
export const placesIn = memoizePerArchive(
  'places of items',
  (items: readonly Item[]): ReadonlyMap<number, number> => new Map(items.map(({ id }, at) => [id, at])),
)

const hasPicture = (item: Item) => item.item_scans.length > 0
