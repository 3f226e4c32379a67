import type { Collection } from '#contract/collection.ts'
import { ADDRESS, collectionAddress } from '#rules/addresses.ts'
import { collectionManifest, LOOSE_MANIFEST, TOP_MANIFEST } from '#rules/iiif.ts'
import { society } from '#society'
import type { Archive } from '#snapshot/types.ts'
import { attribution, CONTEXT, page, PROVIDER, type Places } from './common.ts'
import { LOOSE, manifestReference } from './item-manifest.ts'
import { label, plain, values } from './texts.ts'

/** Items that lie in no collection, or in one that is not published. */
const looseItems = (archive: Archive) =>
  archive.lists.items.filter((item) => !item.collection || !archive.collection(item.collection.id))

const reference = ({ id, collection_name }: Collection, { site }: Places) => ({
  id: site + collectionManifest(id),
  type: 'Collection',
  label: label(collection_name),
})
const topReference = ({ site }: Places) => ({
  id: site + TOP_MANIFEST,
  type: 'Collection',
  label: label(society.siteName),
})

/** A IIIF Presentation 3 collection: those below it, then its own items. */
export function collectionManifestOf(archive: Archive, collection: Collection, places: Places): object {
  const { id, collection_description, hierarchy, parent_collection } = collection
  const parent = parent_collection === null ? undefined : archive.collection(parent_collection)
  return {
    '@context': CONTEXT,
    ...reference(collection, places),
    ...(collection_description && { summary: values([plain(collection_description)]) }),
    metadata: [{ label: label('Hierarchy'), value: values([hierarchy]) }],
    requiredStatement: attribution(undefined),
    provider: PROVIDER,
    homepage: [page(places.site + collectionAddress(id), collection.collection_name)],
    partOf: [parent ? reference(parent, places) : topReference(places)],
    items: [
      ...archive.childCollections(id).map((child) => reference(child, places)),
      ...archive.itemsOfCollection(id).map((item) => manifestReference(item, places)),
    ],
  }
}

/** Everything: the collections that lie in no other, and one of the items that lie in none. */
export function topManifest(archive: Archive, places: Places): object {
  const loose = looseItems(archive).length > 0
  return {
    '@context': CONTEXT,
    ...topReference(places),
    summary: values([plain(society.tagline)]),
    requiredStatement: attribution(undefined),
    provider: PROVIDER,
    homepage: [page(places.site + ADDRESS.collections, society.siteName)],
    items: [
      ...archive.childCollections(null).map((child) => reference(child, places)),
      ...(loose ? [{ id: places.site + LOOSE_MANIFEST, type: 'Collection', label: label(LOOSE) }] : []),
    ],
  }
}

export const looseManifest = (archive: Archive, places: Places): object => ({
  '@context': CONTEXT,
  id: places.site + LOOSE_MANIFEST,
  type: 'Collection',
  label: label(LOOSE),
  requiredStatement: attribution(undefined),
  provider: PROVIDER,
  homepage: [page(places.site + ADDRESS.collection, society.siteName)],
  partOf: [topReference(places)],
  items: looseItems(archive).map((item) => manifestReference(item, places)),
})
