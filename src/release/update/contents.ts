import { createHash } from 'node:crypto'
import type { FirstView } from '#snapshot/files.ts'
import type { ListCard, ListView } from '#snapshot/pages/browse/listing.ts'
import type { Archive } from '#snapshot/archive.ts'
import { openingOf as openingView, showsTown } from '../files/first-view.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import type { Affected } from './affected.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import { keyOf } from '#snapshot/plans.ts'
import { collectionPages } from '#snapshot/pages/browse/collection-pages.ts'
import { sectionPages } from '#snapshot/pages/browse/section-pages.ts'
import { storyPages } from '#snapshot/pages/story-pages.ts'
import { yearPages } from '#snapshot/pages/browse/year-pages.ts'
import { subjectPages } from '#snapshot/pages/browse/subject-pages.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zonePage } from '#snapshot/pages/zone-page.ts'

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
  /** Records without a page, whose words are in the search index with their place or item. */
  parts: string[]
  /** The search index has words of records that are gone: it has to be made anew. */
  hasWithdrawnWords?: boolean
  /** Pages that may differ and were left for the next slice (make-release.ts). */
  left?: string[]
  /** Hash of what all files were searched for (release/firewall.ts). */
  secrets?: string | undefined
}

export const partsOf = ({ lists }: Archive): string[] => [
  ...lists.heritage.map(({ id }) => `heritage ${id}`),
  ...lists.locationDescriptions.map(({ id }) => `description ${id}`),
  ...lists.plaques.map(({ id }) => `plaque ${id}`),
  ...lists.lots.map(({ lotNum }) => `lot ${lotNum}`),
  ...lists.texts.map(({ scan, file }) => (scan === null ? `file ${file}` : `scan ${scan}`)),
]

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

export function viewHashes(archive: Archive): Contents['views'] {
  const views: Contents['views'] = {}
  void [...changedPages(archive, {}, views)]
  return views
}

export interface Slice {
  /** Undefined: every page. */
  affected?: Affected | undefined
  /** Pages that earlier slices left; `continues`: those alone are compared, else all others before them. */
  left: ReadonlySet<string>
  continues: boolean
  /** Pages to make at most; what may differ besides is added to `leaves`. */
  most: number
  leaves: Set<string>
  /** The server removes pages of withdrawn records, which may be back. */
  isMissing(address: string): boolean
}
const EVERYTHING: Slice = {
  left: new Set(),
  continues: false,
  most: Infinity,
  leaves: new Set(),
  isMissing: () => false,
}

/** Fills `views` as hash after hash is made, and yields the addresses of those that differ from `before`. The hashes of pages that are not compared are those of before. */
export function* changedPages(
  archive: Archive,
  before: Contents['views'],
  views: Contents['views'],
  slice: Partial<Slice> = {},
): Generator<string> {
  const { affected, left, continues, most, leaves, isMissing } = { ...EVERYTHING, ...slice }
  let made = 0
  for (const [address, view] of pageViews(archive)) {
    const known = before[address]
    const mayDiffer = known === undefined || (continues ? left.has(address) : affected?.hasPage(address) !== false)
    if (!mayDiffer || made >= most) {
      if (mayDiffer || left.has(address)) leaves.add(address)
      views[address] = known ?? ''
      continue
    }
    views[address] = viewHash(named(address, view))
    if (views[address] === known && !isMissing(address)) continue
    made++
    yield address
  }
}

/** What makes a view fail is a record: the reason says whose page it is. */
function named(address: string, view: () => unknown): unknown {
  try {
    return view()
  } catch (problem) {
    throw new Error(`${address} can't be made: ${(problem as Error).message}`, { cause: problem })
  }
}

/** Of what only a full build draws. */
export function openingOf(archive: Archive): string {
  const opening = openingView(archive)
  const drawn = archive.meta.overlays.filter(({ layer }) => opening.layers?.includes(layer))
  return hashOf(JSON.stringify([drawn, archive.meta.contexts, opening, showsTown(opening, archive.lists.locations)]))
}

/** Pages that show something of the whole archive: they are few, and rendered at every update. */
export const OVERVIEWS: readonly string[] = [
  ADDRESS.map,
  '/map/',
  ADDRESS.collection,
  ADDRESS.decades,
  ADDRESS.subjects,
  ADDRESS.collections,
  ADDRESS.about,
]

const RECORD_VIEWS = [
  ['items', itemPage],
  ['people', personPage],
  ['organizations', organizationPage],
  ['locations', zonePage],
] as const

/**
 * Every other page that shows something of the archive, with what it is made from: if that is the same, so is the page. Pages that show nothing of it
 * (login, live shells) only change with the code.
 */
export function* pageViews(archive: Archive): Generator<[address: string, view: () => unknown]> {
  for (const [kind, page] of RECORD_VIEWS)
    for (const row of archive.lists[kind]) {
      const key = keyOf(row) as number
      yield [recordAddress(kind, key)!, () => page(archive, key)]
    }
  const sections = [subjectPages, collectionPages, sectionPages, storyPages, yearPages]
  for (const pages of sections) yield* pages(archive)
}
