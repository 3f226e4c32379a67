import type { Item } from '#contract/item.ts'
import { pagesOf } from '#contract/limits.ts'
import { listPageAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import type { Archive } from '../../types.ts'
import { GALLERY_BOX, itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { listedPicture, type PageView } from '../page-view.ts'
import type { PageEntry } from './page-paths.ts'

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
  /** Every page with its years, if the list has an index. */
  index?: Link[]
}
/** A page that lists items. */
export interface ListView extends PageView {
  heading: string
  /** Shown above the heading. */
  kicker: string
  listing: Listing
  /** Of the record that the list belongs to, on its first page. */
  changed?: string | undefined
}

interface CardOptions {
  /** Whose items these are, if they are a person's. */
  person?: number | undefined
  places?: boolean
}

export function listCard(archive: Archive, item: Item, { person, places = true }: CardOptions = {}): ListCard {
  const place = places && item.location && archive.location(item.location.id) ? item.location : null
  return {
    ...itemSummary(item, archive.meta.apiBase, GALLERY_BOX, person),
    place: place ? { href: zoneAddress(place.id), text: place.name || `Zone ${place.id}` } : null,
  }
}

/** One page of a list of items, counted from 1; an empty list has one empty page. */
function listingOf(
  archive: Archive,
  { address, index, ...options }: ListAbout,
  items: readonly Item[],
  page: number,
  size: number,
): Listing {
  const pages = pagesOf(items.length, size)
  const before = (page - 1) * size
  const own = items.slice(before, before + size)
  return {
    cards: own.map((item) => listCard(archive, item, options)),
    page,
    pages,
    from: own.length === 0 ? 0 : before + 1,
    to: before + own.length,
    total: items.length,
    previous: page === 1 ? '' : listPageAddress(address, page - 1),
    next: page === pages ? '' : listPageAddress(address, page + 1),
    ...(index && { index: index() }),
  }
}

interface ListAbout extends CardOptions {
  address: string
  heading: string
  kicker: string
  description: string
  changed?: string | undefined
  index?: () => Link[]
  /** Breadcrumbs down to the list, without the page. */
  trail: Link[]
}

/** The pages of a list. Those after the first have their number in title, description and breadcrumbs, so that all are distinct. */
export function listPages(
  archive: Archive,
  about: ListAbout,
  items: readonly Item[],
  size = LIST_SIZE,
): PageEntry<ListView>[] {
  return Array.from({ length: pagesOf(items.length, size) }, (_, at) => {
    const page = at + 1
    const address = listPageAddress(about.address, page)
    const view = (): ListView => {
      const listing = listingOf(archive, about, items, page, size)
      const withPicture = listing.cards.find((card) => card.picture)
      return {
        address,
        title: `${about.heading}${page === 1 ? '' : `, page ${page}`}`,
        description: `${about.description}${page === 1 ? '' : ` Page ${page} of ${listing.pages}.`}`,
        picture: listedPicture(withPicture?.picture, withPicture?.title ?? ''),
        trail: page === 1 ? about.trail : [...about.trail, { href: address, text: `Page ${page}` }],
        heading: about.heading,
        kicker: about.kicker,
        listing,
        ...(page === 1 && { changed: about.changed }),
      }
    }
    return [address, view]
  })
}
