import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import type { Archive } from '../../types.ts'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { listedPicture, type PageView } from '../page-view.ts'

/** Items on one page of a list. */
export const LIST_SIZE = 60

/** An item in a list, with its place. */
export interface ListCard extends ItemSummary {
  place: Link | null
}
export interface Listing {
  cards: ListCard[]
  /** Counts from 1. */
  page: number
  pages: number
  /** Position of the first and last card in the whole list; 0 in an empty list. */
  from: number
  to: number
  total: number
  previous: string
  next: string
}
/** A page that lists items. */
export interface ListView extends PageView {
  heading: string
  /** Shown above the heading. */
  kicker: string
  listing: Listing
}

export function listCard(archive: Archive, item: Item): ListCard {
  const place = item.location && archive.location(item.location.id) ? item.location : null
  return {
    ...itemSummary(item, archive.meta.apiBase),
    place: place && { href: zoneAddress(place.id), text: place.name || `Zone ${place.id}` },
  }
}

/** Pagination of a list of items; one empty page for an empty list. */
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
  /** Breadcrumbs down to the list, without the page. */
  trail: Link[]
}

/** Pages after the first have their number in title, description and breadcrumbs, so that all are distinct. */
export function listViews(archive: Archive, about: ListAbout, items: readonly Item[], size = LIST_SIZE): ListView[] {
  return listings(archive, about.address, items, size).map((listing) => {
    const address = listPageAddress(about.address, listing.page)
    const number = listing.page === 1 ? '' : `, page ${listing.page}`
    const withPicture = listing.cards.find((card) => card.picture)
    return {
      address,
      title: `${about.heading}${number}`,
      description: `${about.description}${listing.page === 1 ? '' : ` Page ${listing.page} of ${listing.pages}.`}`,
      picture: listedPicture(withPicture?.picture, withPicture?.title ?? ''),
      trail: listing.page === 1 ? about.trail : [...about.trail, { href: address, text: `Page ${listing.page}` }],
      heading: about.heading,
      kicker: about.kicker,
      listing,
    }
  })
}
