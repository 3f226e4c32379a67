import type { Item } from '#contract/item.ts'
import { zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { asSentence, joinSentences } from '#rules/names/sentences.ts'
import { GALLERY_BOX, itemSummary, type ItemSummary } from '#views/item-lists.ts'
import type { Archive } from '../../types.ts'
import { listedPicture, type PageView } from '../page-view.ts'
import { memoizePerArchive } from '../../memoize-per-archive.ts'

/** An item in a list, with its place. */
export interface ListCard extends ItemSummary {
  place: Link | null
}
/** One page of a list of items. */
export interface Listing {
  cards: ListCard[]
  /** The page with the address of the list. */
  isFirst: boolean
  /** Beside the heading: how many items, or which. */
  label: string
  /** Between the links to the pages before and after it. */
  position: string
  /** Of the first card in the list that `total` counts. */
  from: number
  /** Items of the whole list, where the page says it. */
  total?: number
  previous: string
  next: string
  /** Links into the whole list, by time. */
  index?: readonly (Link & { isCurrent: boolean })[]
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

/** What the pages of a list have in common. */
export interface ListAbout extends CardOptions {
  address: string
  heading: string
  kicker: string
  description: string
  changed?: string | undefined
  /** Breadcrumbs down to the list, without the page. */
  trail: Link[]
}

/** A page of a list; `name` tells it from the others in title, description and breadcrumbs, and is empty for the first one. */
export interface ListPage extends Omit<Listing, 'cards'> {
  address: string
  name: string
  items: readonly Item[]
}

export function listView(archive: Archive, about: ListAbout, { address, name, items, ...listing }: ListPage): ListView {
  const cards = items.map((item) => listCard(archive, item, about))
  const withPicture = cards.find((card) => card.picture)
  return {
    address,
    title: name === '' ? about.heading : `${about.heading}, ${name[0]!.toLowerCase()}${name.slice(1)}`,
    description: name === '' ? about.description : asSentence(joinSentences(about.description, name)),
    picture: listedPicture(withPicture?.picture, withPicture?.title ?? ''),
    trail: name === '' ? about.trail : [...about.trail, { href: address, text: name }],
    heading: about.heading,
    kicker: about.kicker,
    listing: { ...listing, cards },
    ...(listing.isFirst && { changed: about.changed }),
  }
}

/** An item is in half a dozen lists. Its card stays the same while places do, also in the archive after an update. */
const cardsOf = memoizePerArchive('cards', (_: Archive['lists']['locations']) => new WeakMap<Item, ListCard>())

export function listCard(archive: Archive, item: Item, { person, places = true }: CardOptions = {}): ListCard {
  if (person !== undefined || !places) return makeCard(archive, item, { person, places })
  const known = cardsOf(archive.lists.locations)
  const card = known.get(item) ?? makeCard(archive, item, { places })
  known.set(item, card)
  return card
}

function makeCard(archive: Archive, item: Item, { person, places }: CardOptions): ListCard {
  const place = places && item.location && archive.location(item.location.id) ? item.location : null
  return {
    ...itemSummary(item, archive.meta.apiBase, GALLERY_BOX, person),
    place: place ? { href: zoneAddress(place.id), text: place.name || `Zone ${place.id}` } : null,
  }
}
