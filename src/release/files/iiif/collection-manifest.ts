import type { Collection } from '#contract/collection.ts'
import type { Item } from '#contract/item.ts'
import type { ScanLink } from '#contract/scan.ts'
import { ADDRESS, collectionAddress } from '#rules/addresses/page-addresses.ts'
import { collectionManifest, UNCOLLECTED_MANIFEST, TOP_MANIFEST, itemManifest } from '#rules/media/iiif-addresses.ts'
import { collectionText } from '#rules/citations/local-contexts.ts'
import { society } from '#society'
import type { Archive } from '#snapshot/archive.ts'
import type { Wanted } from '../data-files.ts'
import { attribution, CONTEXT, page, provider, type BaseUrls, label, ownLabel, plain, values } from './common.ts'
import { UNCOLLECTED, manifestReference, thumbnail, itemManifestOf } from './item-manifest.ts'

/** Items in no collection, or in an unpublished one. */
const looseItems = (archive: Archive) =>
  archive.lists.items.filter((item) => !item.collection || !archive.collection(item.collection.id))

const reference = ({ id, collection_name }: Collection, { site }: BaseUrls) => ({
  id: site + collectionManifest(id),
  type: 'Collection',
  label: label(collection_name),
})
const topReference = ({ site }: BaseUrls) => ({
  id: site + TOP_MANIFEST,
  type: 'Collection',
  label: label(society.siteName),
})

const pictureAmong = (items: readonly Item[]): ScanLink | undefined =>
  items.find(({ item_scans }) => item_scans.length > 0)?.item_scans[0]

/** The first picture of a collection or, failing that, of its subcollections. */
function pictureIn(archive: Archive, id: number): ScanLink | undefined {
  const own = pictureAmong(archive.itemsOfCollection(id))
  if (own) return own
  for (const child of archive.childCollections(id)) {
    const picture = pictureIn(archive, child.id)
    if (picture) return picture
  }
  return undefined
}

const thumbnailOf = (picture: ScanLink | undefined, places: BaseUrls) =>
  picture && { thumbnail: [thumbnail(picture, places)] }

const member = (archive: Archive, collection: Collection, places: BaseUrls) => ({
  ...reference(collection, places),
  ...thumbnailOf(pictureIn(archive, collection.id), places),
})

/** A IIIF Presentation 3 collection: subcollections, then items. */
function collectionManifestOf(archive: Archive, collection: Collection, places: BaseUrls): object {
  const { id, hierarchy, parent_collection } = collection
  const text = collectionText(collection)
  const parent = parent_collection === null ? undefined : archive.collection(parent_collection)
  return {
    '@context': CONTEXT,
    ...member(archive, collection, places),
    ...(text && { summary: values([plain(text)]) }),
    metadata: [{ label: ownLabel('Hierarchy'), value: values([hierarchy]) }],
    requiredStatement: attribution(),
    ...provider(),
    homepage: [page(places.site + collectionAddress(id), collection.collection_name)],
    partOf: [parent ? reference(parent, places) : topReference(places)],
    items: [
      ...archive.childCollections(id).map((child) => member(archive, child, places)),
      ...archive.itemsOfCollection(id).map((item) => manifestReference(item, places)),
    ],
  }
}

/** The root: the top-level collections, and a collection of the items that are in none. */
function topManifest(archive: Archive, places: BaseUrls): object {
  const loose = looseItems(archive)
  const top = archive.childCollections(null)
  const [first] = top.flatMap(({ id }) => pictureIn(archive, id) ?? [])
  return {
    '@context': CONTEXT,
    ...topReference(places),
    ...thumbnailOf(first ?? pictureAmong(loose), places),
    summary: values([plain(society.tagline)]),
    requiredStatement: attribution(),
    ...provider(),
    homepage: [page(places.site + ADDRESS.collections, society.siteName)],
    items: [
      ...top.map((child) => member(archive, child, places)),
      ...(loose.length > 0
        ? [{ id: places.site + UNCOLLECTED_MANIFEST, type: 'Collection', label: ownLabel(UNCOLLECTED) }]
        : []),
    ],
  }
}

function looseManifest(archive: Archive, places: BaseUrls): object {
  const items = looseItems(archive)
  return {
    '@context': CONTEXT,
    id: places.site + UNCOLLECTED_MANIFEST,
    type: 'Collection',
    label: ownLabel(UNCOLLECTED),
    ...thumbnailOf(pictureAmong(items), places),
    requiredStatement: attribution(),
    ...provider(),
    homepage: [page(places.site + ADDRESS.collection, society.siteName)],
    partOf: [topReference(places)],
    items: items.map((item) => manifestReference(item, places)),
  }
}

/** Every IIIF document by its path. A generator, because there may be 50,000. */
export function* iiifDocuments(
  archive: Archive,
  site: string,
  wanted: Wanted = () => true,
): Generator<[address: string, document: object]> {
  const { apiBase, pictures } = archive.meta
  const base = site.replace(/\/$/, '')
  const places: BaseUrls = { site: base, api: apiBase || base, pictures }
  yield [TOP_MANIFEST, topManifest(archive, places)]
  yield [UNCOLLECTED_MANIFEST, looseManifest(archive, places)]
  for (const each of archive.lists.collections) {
    const address = collectionManifest(each.id)
    if (wanted(address)) yield [address, collectionManifestOf(archive, each, places)]
  }
  for (const item of archive.lists.items)
    if (wanted(itemManifest(item.id))) yield [itemManifest(item.id), itemManifestOf(archive, item, places)]
}
