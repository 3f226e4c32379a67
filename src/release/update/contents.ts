import { createHash } from 'node:crypto'
import type { FirstView } from '#snapshot/first-view.ts'
import type { ListCard, ListView } from '#snapshot/pages/browse/listing.ts'
import type { Archive } from '#snapshot/types.ts'
import { openingOf as openingView, showsTown } from '../files/first-view.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import type { Affected } from './affected.ts'
import { pageViews } from './page-views.ts'
import type { SearchContents } from './update-search.ts'

/** What a release was made from (`contents.json`), so that an update finds what has changed without reading the site. */
export interface Contents {
  /** Hash of the view of every page that has one, by address. */
  views: Record<string, string>
  /** Hash of every file that is made from the archive and is no page, by path. */
  files: Record<string, string>
  pages: PageFacts[]
  /** Hash of what the preview pictures of the map are drawn from. */
  opening: string
  firstView: FirstView | null
  search: SearchContents
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const cardHashes = new WeakMap<ListCard, string>()
function cardHash(card: ListCard): string {
  const hash = cardHashes.get(card) ?? hashOf(JSON.stringify(card))
  cardHashes.set(card, hash)
  return hash
}

/** Cards are hashed once: an item that changes has all pages of its lists compared, and each item is in half a dozen lists. */
function viewHash(view: unknown): string {
  const { listing } = view as Partial<ListView>
  const compared = listing
    ? { ...(view as ListView), listing: { ...listing, cards: listing.cards.map(cardHash) } }
    : view
  return hashOf(JSON.stringify(compared))
}

/** Of all pages. */
export function viewHashes(archive: Archive): Contents['views'] {
  const views: Contents['views'] = {}
  void [...changedPages(archive, undefined, {}, views)]
  return views
}

/**
 * Fills `views` as hash after hash is made, and yields the addresses of those that differ from `before`, and of missing pages: the server removes those of withdrawn records, which
 * may be back. With `affected` the hashes of others are those of before.
 */
export function* changedPages(
  archive: Archive,
  affected: Affected | undefined,
  before: Contents['views'],
  views: Contents['views'],
  isMissing: (address: string) => boolean = () => false,
): Generator<string> {
  for (const [address, view] of pageViews(archive)) {
    const known = affected?.hasPage(address) === false ? before[address] : undefined
    views[address] = known ?? viewHash(view())
    if (views[address] !== before[address] || (known === undefined && isMissing(address))) yield address
  }
}

export function openingOf(archive: Archive): string {
  const opening = openingView(archive)
  const drawn = archive.meta.overlays.filter(({ layer }) => opening.layers?.includes(layer))
  return hashOf(JSON.stringify([drawn, opening, showsTown(opening, archive.lists.locations)]))
}
