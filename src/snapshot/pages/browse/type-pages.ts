import { ITEM_TYPES, type ItemType } from '#contract/item.ts'
import { ADDRESS, typeAddress } from '#rules/addresses/page-addresses.ts'
import { TYPE_PLURALS } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { datedPages } from './dated-pages.ts'
import type { ListView } from './listing.ts'
import type { PageEntry } from './page-paths.ts'

/** Types that have items, in the order of spec §9. */
export function typesOf(archive: Archive) {
  const counts = new Map<ItemType, number>()
  for (const { type } of archive.lists.items) counts.set(type, (counts.get(type) ?? 0) + 1)
  return ITEM_TYPES.filter((type) => counts.has(type)).map((type) => ({
    type,
    href: typeAddress(type),
    text: TYPE_PLURALS[type],
    count: counts.get(type)!,
  }))
}

/** `/types/photograph/`, with pagination, for every type that has items. */
export function typePages(archive: Archive): PageEntry<ListView>[] {
  const items = Map.groupBy(archive.itemsByDate, (item) => item.type)
  return typesOf(archive).flatMap(({ type, href, text, count }) => {
    const about = {
      address: href,
      heading: text,
      kicker: 'Type',
      description: `${text} in the archive, by date.`,
      summary: `${text} in the archive, by date: ${count}.`,
      trail: [
        { href: ADDRESS.collection, text: 'Collection' },
        { href, text },
      ],
    }
    return datedPages(archive, about, items.get(type)!)
  })
}
