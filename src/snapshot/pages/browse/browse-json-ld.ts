import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { type Thing, absolute, filled } from '../json-ld.ts'
import type { PageView } from '../page-view.ts'
import type { Listing, ListView } from './listing.ts'

/** A schema.org CollectionPage; positions count from the start of the list, or of its years. */
export function collectionPageJsonLd(page: PageView & Pick<ListView, 'changed'>, site: URL, listing?: Listing): Thing {
  return filled({
    '@type': 'CollectionPage',
    '@id': absolute(page.address, site),
    url: absolute(page.address, site),
    name: page.title,
    description: page.description,
    dateModified: page.changed,
    isPartOf: { '@id': absolute(`${ADDRESS.map}#archive`, site) },
    mainEntity: listing && listing.cards.length > 0 ? itemList(listing, site) : undefined,
  })
}

const itemList = ({ cards, from, total }: Listing, site: URL): Thing => ({
  '@type': 'ItemList',
  ...(total !== undefined && { numberOfItems: total }),
  itemListElement: cards.map((link, at) => ({
    '@type': 'ListItem',
    position: from + at,
    url: absolute(link.href, site),
  })),
})
