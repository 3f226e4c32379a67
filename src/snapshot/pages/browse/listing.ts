import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress, zoneAddress } from '#rules/addresses.ts'
import type { Archive } from '../../types.ts'
import { itemCard } from '../cards.ts'
import type { ItemCard, Link, PageView } from '../views.ts'

/** Items on one page of a list. */
export const LIST_SIZE = 60

/** An item in a list, with the place it belongs to. */
export interface ListCard extends ItemCard {
  place: Link | null
}
export interface Listing {
  cards: ListCard[]
  /** From 1, and of how many pages. */
  page: number
  pages: number
  /** Number of the first and of the last card among all, both 0 in an empty list. */
  from: number
  to: number
  total: number
  previous: string
  next: string
}
/** A page that lists items. */
export interface ListView extends PageView {
  heading: string
  /** What kind of list it is, above the heading. */
  kicker: string
  listing: Listing
}

export function listCard(archive: Archive, item: Item): ListCard {
  const place = item.location && archive.location(item.location.id) ? item.location : null
  return {
    ...itemCard(archive, item),
    place: place && { href: zoneAddress(place.id), text: place.name || `Zone ${place.id}` },
  }
}

/** The pages of a list of items; one empty page for a list without items. `address` is the list's own. */
export function listings(archive: Archive, address: string, items: readonly Item[], size = LIST_SIZE): Listing[] {
  const pages = pagesOf(items.length, size)
  return Array.from({ length: pages }, (_, at) => {
    const own = items.slice(at * size, (at + 1) * size)
    return {
      cards: own.map((item) => listCard(archive, item)),
      page: at + 1,
      pages,
      from: own.length === 0 ? 0 : at * size + 1,
      to: at * size + own.length,
      total: items.length,
      previous: at === 0 ? '' : listPageAddress(address, at),
      next: at + 1 === pages ? '' : listPageAddress(address, at + 2),
    }
  })
}

interface ListAbout {
  address: string
  heading: string
  kicker: string
  description: string
  /** Down to the list itself, without the page. */
  trail: Link[]
}

/** The views of a list: further pages say their number in title, description and trail, so that no two pages are alike. */
export function listViews(archive: Archive, about: ListAbout, items: readonly Item[], size = LIST_SIZE): ListView[] {
  return listings(archive, about.address, items, size).map((listing) => {
    const address = listPageAddress(about.address, listing.page)
    const number = listing.page === 1 ? '' : `, page ${listing.page}`
    const pictured = listing.cards.find((card) => card.picture)
    return {
      address,
      title: `${about.heading}${number}`,
      description: `${about.description}${listing.page === 1 ? '' : ` Page ${listing.page} of ${listing.pages}.`}`,
      picture: pictured?.picture ? { src: pictured.picture.full, width: null, height: null, alt: pictured.text } : null,
      trail: listing.page === 1 ? about.trail : [...about.trail, { href: address, text: `Page ${listing.page}` }],
      heading: about.heading,
      kicker: about.kicker,
      listing,
    }
  })
}
