import type { Item } from '#contract/item.ts'
import { zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { asSentence, joinSentences } from '#rules/names/record-names.ts'
import { GALLERY_BOX, itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { firstPicture, type PageView } from '../page-view.ts'

export interface ListCard extends ItemSummary {
  place: Link | null
}
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
  index?: readonly (Link & { isCurrent: boolean })[]
}
export interface ListView extends PageView {
  heading: string
  /** Shown above the heading. */
  kicker: string
  listing: Listing
  /** Of the record that the list belongs to, on its first page. */
  changed?: string | undefined
  /** Of a decade, on its first page: those that have a page. */
  years?: readonly Link[] | undefined
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
  years?: readonly Link[] | undefined
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
  return {
    address,
    title: name === '' ? about.heading : `${about.heading}, ${name[0]!.toLowerCase()}${name.slice(1)}`,
    description: name === '' ? about.description : asSentence(joinSentences(about.description, name)),
    picture: firstPicture(archive, items),
    trail: name === '' ? about.trail : [...about.trail, { href: address, text: name }],
    heading: about.heading,
    kicker: about.kicker,
    listing: { ...listing, cards },
    ...(listing.isFirst && { changed: about.changed, years: about.years }),
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
    ...itemSummary(item, archive.meta.pictures, GALLERY_BOX, person),
    place: place ? { href: zoneAddress(place.id), text: place.name || `Zone ${place.id}` } : null,
  }
}

/** How much the record says; items with many links are featured first. */
const richness = (item: Item): number =>
  item.people.length * 2 +
  item.subject.length +
  item.organizations.length * 2 +
  (item.location ? 2 : 0) +
  Math.min(4, item.general_description.length / 120)

/** The items with a picture, richest first. Ties by id. */
export const richestPictured = (items: readonly Item[]): Item[] =>
  items
    .filter((item) => item.item_scans.length > 0)
    .map((item) => ({ item, score: richness(item) }))
    .sort((a, b) => b.score - a.score || a.item.id - b.item.id)
    .map(({ item }) => item)

/**
 * Picks the richest items with a picture. Each `differ` test is applied in turn against all items picked so far, so that the selection is varied; if
 * there are too few, the richest remaining items follow.
 */
export function pickVaried(
  items: readonly Item[],
  count: number,
  differ: readonly ((picked: Item, item: Item) => boolean)[],
): Item[] {
  const best = richestPictured(items)
  const picked: Item[] = []
  for (const test of [...differ, (other: Item, item: Item) => other !== item])
    for (const item of best) if (picked.length < count && picked.every((other) => test(other, item))) picked.push(item)
  return picked
}
