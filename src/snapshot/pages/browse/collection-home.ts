import type { Item } from '#contract/item.ts'
import { ADDRESS } from '#rules/addresses.ts'
import type { Archive } from '../../types.ts'
import type { Link, PageView } from '../views.ts'
import { inOrder } from './alphabet.ts'
import { type CollectionNode, collectionTree } from './collection-pages.ts'
import { type DecadeIndex, decadeIndex, decadeOf } from './decade-pages.ts'
import { type ListCard, listCard } from './listing.ts'
import { newestItems } from './map-home.ts'
import { byRichness } from './richness.ts'
import { subjectTree } from './subject-pages.ts'
import { flatten } from './tree.ts'
import { typesOf } from './type-pages.ts'

/** The home of the collection page, useful without JavaScript: the search form and every way into the items. */
export interface CollectionHome extends PageView {
  total: number
  types: (Link & { count: number })[]
  decades: DecadeIndex['decades']
  subjects: (Link & { count: number })[]
  subjectTotal: number
  collections: CollectionNode[]
  collectionTotal: number
  featured: ListCard[]
  newest: ListCard[]
}

const SUBJECTS = 32
const FEATURED = 4
const NEWEST = 8
/** Collections that the page shows as a tree: the two widest levels of a few, all of them stand on their own page. */
const TREE_ROOTS = 12

export function collectionHome(archive: Archive): CollectionHome {
  const subjects = flatten(subjectTree(archive)).filter((node) => node.count > 0)
  const total = archive.lists.items.length
  return {
    address: ADDRESS.collection,
    title: 'Collection',
    description: `Search and browse the ${total} photographs, postcards, papers, objects and recordings of the archive.`,
    picture: null,
    trail: [{ href: ADDRESS.collection, text: 'Collection' }],
    total,
    types: typesOf(archive),
    decades: decadeIndex(archive).decades,
    subjects: subjects
      .toSorted((a, b) => b.count - a.count || a.id - b.id)
      .slice(0, SUBJECTS)
      .sort((a, b) => inOrder(a.text, b.text))
      .map(({ href, text, count }) => ({ href, text, count })),
    subjectTotal: archive.lists.subjects.length,
    collections: collectionTree(archive).slice(0, TREE_ROOTS),
    collectionTotal: archive.lists.collections.length,
    featured: featuredItems(archive).map((item) => listCard(archive, item)),
    newest: newestItems(archive, NEWEST),
  }
}

/** The best described items with a picture: one a type and decade before a second of either. */
function featuredItems(archive: Archive): Item[] {
  const best = byRichness(archive.lists.items.filter((item) => item.item_scans.length > 0))
  const chosen: Item[] = []
  const fresh = [
    (item: Item) => chosen.every((other) => other.type !== item.type && decadeOf(other) !== decadeOf(item)),
    (item: Item) => chosen.every((other) => decadeOf(other) !== decadeOf(item)),
    (item: Item) => !chosen.includes(item),
  ]
  for (const isFresh of fresh) for (const item of best) if (chosen.length < FEATURED && isFresh(item)) chosen.push(item)
  return chosen
}
