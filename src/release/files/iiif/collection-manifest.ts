import type { Collection } from '#contract/collection.ts'
import type { Item } from '#contract/item.ts'
import type { ScanLink } from '#contract/scan.ts'
import { ADDRESS, collectionAddress } from '#rules/addresses.ts'
import { collectionManifest, LOOSE_MANIFEST, TOP_MANIFEST } from '#rules/iiif.ts'
import { society } from '#society'
import type { Archive } from '#snapshot/types.ts'
import { attribution, CONTEXT, page, PROVIDER, type Places } from './common.ts'
import { LOOSE, manifestReference, thumbnail } from './item-manifest.ts'
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

const pictureAmong = (items: readonly Item[]): ScanLink | undefined =>
  items.find(({ item_scans }) => item_scans.length > 0)?.item_scans[0]

/** The first picture that lies in a collection, or else in those below it. */
function pictureIn(archive: Archive, id: number): ScanLink | undefined {
  const own = pictureAmong(archive.itemsOfCollection(id))
  if (own) return own
  for (const child of archive.childCollections(id)) {
    const picture = pictureIn(archive, child.id)
    if (picture) return picture
  }
  return undefined
}

/** What stands for a collection (§3.1 "thumbnail"); nothing where it has no picture. */
const shownBy = (picture: ScanLink | undefined, places: Places) =>
  picture && { thumbnail: [thumbnail(picture, places)] }

/** What those above a collection say of it. */
const member = (archive: Archive, collection: Collection, places: Places) => ({
  ...reference(collection, places),
  ...shownBy(pictureIn(archive, collection.id), places),
})

/** A IIIF Presentation 3 collection: those below it, then its own items. */
export function collectionManifestOf(archive: Archive, collection: Collection, places: Places): object {
  const { id, collection_description, hierarchy, parent_collection } = collection
  const parent = parent_collection === null ? undefined : archive.collection(parent_collection)
  return {
    '@context': CONTEXT,
    ...member(archive, collection, places),
    ...(collection_description && { summary: values([plain(collection_description)]) }),
    metadata: [{ label: label('Hierarchy'), value: values([hierarchy]) }],
    requiredStatement: attribution(undefined),
    provider: PROVIDER,
    homepage: [page(places.site + collectionAddress(id), collection.collection_name)],
    partOf: [parent ? reference(parent, places) : topReference(places)],
    items: [
      ...archive.childCollections(id).map((child) => member(archive, child, places)),
      ...archive.itemsOfCollection(id).map((item) => manifestReference(item, places)),
    ],
  }
}

/** Everything: the collections that lie in no other, and one of the items that lie in none. */
export function topManifest(archive: Archive, places: Places): object {
  const loose = looseItems(archive)
  const top = archive.childCollections(null)
  const [first] = top.flatMap(({ id }) => pictureIn(archive, id) ?? [])
  return {
    '@context': CONTEXT,
    ...topReference(places),
    ...shownBy(first ?? pictureAmong(loose), places),
    summary: values([plain(society.tagline)]),
    requiredStatement: attribution(undefined),
    provider: PROVIDER,
    homepage: [page(places.site + ADDRESS.collections, society.siteName)],
    items: [
      ...top.map((child) => member(archive, child, places)),
      ...(loose.length > 0 ? [{ id: places.site + LOOSE_MANIFEST, type: 'Collection', label: label(LOOSE) }] : []),
    ],
  }
}

export function looseManifest(archive: Archive, places: Places): object {
  const items = looseItems(archive)
  return {
    '@context': CONTEXT,
    id: places.site + LOOSE_MANIFEST,
    type: 'Collection',
    label: label(LOOSE),
    ...shownBy(pictureAmong(items), places),
    requiredStatement: attribution(undefined),
    provider: PROVIDER,
    homepage: [page(places.site + ADDRESS.collection, society.siteName)],
    partOf: [topReference(places)],
    items: items.map((item) => manifestReference(item, places)),
  }
}
