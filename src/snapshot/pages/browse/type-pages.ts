import { ITEM_TYPES } from '#contract/item.ts'
import { ADDRESS, typeAddress } from '#rules/addresses/page-addresses.ts'
import { TYPE_PLURALS } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { datedPages } from './dated-pages.ts'
import type { ListView } from './listing.ts'
import type { PageEntry } from './page-paths.ts'

/** Types that have items, in the order of spec §9. */
export const typesOf = (archive: Archive) =>
  ITEM_TYPES.map((type) => ({
    type,
    href: typeAddress(type),
    text: TYPE_PLURALS[type],
    count: archive.itemsOfType(type).length,
  })).filter(({ count }) => count > 0)

/** `/types/photograph/`, with pagination, for every type that has items. */
export const typePages = (archive: Archive): PageEntry<ListView>[] =>
  typesOf(archive).flatMap(({ type, href, text, count }) => {
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
    return datedPages(archive, about, archive.itemsOfType(type))
  })
