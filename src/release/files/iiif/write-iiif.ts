import { collectionManifest, itemManifest, UNCOLLECTED_MANIFEST, TOP_MANIFEST } from '#rules/media/iiif-addresses.ts'
import type { Archive } from '#snapshot/types.ts'
import { collectionManifestOf, looseManifest, topManifest } from './collection-manifest.ts'
import type { BaseUrls } from './common.ts'
import { itemManifestOf } from './item-manifest.ts'

/** Every IIIF document by its path. A generator, because there may be 50,000. */
export function* iiifDocuments(archive: Archive, site: string): Generator<[address: string, document: object]> {
  const places: BaseUrls = { site: site.replace(/\/$/, ''), api: archive.meta.apiBase || site.replace(/\/$/, '') }
  yield [TOP_MANIFEST, topManifest(archive, places)]
  yield [UNCOLLECTED_MANIFEST, looseManifest(archive, places)]
  for (const each of archive.lists.collections) {
    yield [collectionManifest(each.id), collectionManifestOf(archive, each, places)]
  }
  for (const item of archive.lists.items) yield [itemManifest(item.id), itemManifestOf(archive, item, places)]
}
