import { societyDay } from '#rules/dates/society-day.ts'
import { HIERARCHIES, type Collection } from '#contract/collection.ts'
import { ADDRESS, collectionAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { countOfItems, HIERARCHY_NAMES, plural, shorten } from '#rules/names/record-names.ts'
import type { RecordRow } from '#views/catalogue-record.ts'
import { contextRow } from '#views/local-contexts.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { collectionTrail, contextsOf, type PageEntry, type Pages, withMore } from '../page-view.ts'
import { compareNames } from './alphabet.ts'
import { datedPages } from './dated-pages.ts'
import { facesOf } from './faces.ts'
import type { ListView } from './listing.ts'
import { type Branches, itemsWithin, levelsThatFit, treeOf } from './tree.ts'

/** Spec §2 "Collection info box". */
export interface CollectionView extends ListView {
  hierarchy: string
  text: string
  contexts: RecordRow
  parent: Link | null
  below: (Link & { hierarchy: string; count: number })[]
}

const collectionLink = (row: Collection) => ({
  href: collectionAddress(row.id),
  text: shorten(row.collection_name, 120),
  hierarchy: HIERARCHY_NAMES[row.hierarchy],
})
/** An update that changes items has the same collections. */
const branches = memoizePerArchive('branches of collections', (_: readonly Collection[]): Branches => new Map())
const itemsIn = (archive: Archive, id: number) =>
  itemsWithin(id, archive.childCollections, archive.itemsOfCollection, branches(archive.lists.collections))
const inTreeOrder = (a: Collection, b: Collection) =>
  HIERARCHIES.indexOf(a.hierarchy) - HIERARCHIES.indexOf(b.hierarchy) ||
  compareNames(a.collection_name, b.collection_name) ||
  a.id - b.id

export const collectionTree = (archive: Archive) =>
  treeOf({
    childrenOf: archive.childCollections,
    link: collectionLink,
    itemsOf: archive.itemsOfCollection,
    itemsWithin: (id) => itemsIn(archive, id),
    inOrder: inTreeOrder,
  })

/** `/collections/`: the tree of all collections. */
export function collectionIndex(archive: Archive) {
  const total = archive.lists.collections.length
  const tree = collectionTree(archive)
  return {
    address: ADDRESS.collections,
    title: 'Collections',
    description: `How the archive is organized: ${plural(total, 'collection')}, from fonds down to files.`,
    picture: null,
    trail: [
      { href: ADDRESS.collection, text: 'Collection' },
      { href: ADDRESS.collections, text: 'Collections' },
    ],
    total,
    faces: facesOf(
      archive.lists.collections.map((row) => ({ ...collectionLink(row), items: itemsIn(archive, row.id) })),
      archive,
    ),
    tree,
    levels: levelsThatFit(tree),
  }
}

/** `/collections/{id}/`, with pagination. */
export function pagesOfCollection(archive: Archive, collection: Collection): PageEntry<CollectionView>[] {
  const items = itemsIn(archive, collection.id)
  const parent = archive.collection(collection.parent_collection ?? 0)
  const name = HIERARCHY_NAMES[collection.hierarchy]
  const what = `${collection.collection_name}: a ${name.toLowerCase()} of the archive`
  const about = {
    address: collectionAddress(collection.id),
    heading: collection.collection_name,
    kicker: name,
    changed: societyDay(collection.updated_at),
    description: shorten(collection.collection_description || `${what}.`, 200),
    summary: shorten(collection.collection_description || `${what} with ${countOfItems(items.length)}.`, 200),
    trail: collectionTrail(archive, collection.id),
  }
  const below = archive
    .childCollections(collection.id)
    .toSorted(inTreeOrder)
    .map((row) => ({ ...collectionLink(row), count: itemsIn(archive, row.id).length }))
  const more = {
    hierarchy: name,
    text: collection.collection_description,
    contexts: contextRow({ ...collection, contexts: contextsOf(archive.meta) }),
    parent: parent ? collectionLink(parent) : null,
    below,
  }
  const [first, ...further] = datedPages(archive, about, items)
  return [
    withMore(first!, more),
    ...further.map((page) =>
      withMore(page, { hierarchy: name, text: '', contexts: contextRow({}), parent: null, below: [] }),
    ),
  ]
}

export const collectionPages = memoizePerArchive(
  'collection pages',
  (archive: Archive): Pages<CollectionView> =>
    new Map(archive.lists.collections.flatMap((collection) => pagesOfCollection(archive, collection))),
)
