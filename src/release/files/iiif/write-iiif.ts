import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { collectionManifest, itemManifest, LOOSE_MANIFEST, TOP_MANIFEST } from '#rules/iiif.ts'
import type { Archive } from '#snapshot/types.ts'
import { collectionManifestOf, looseManifest, topManifest } from './collection-manifest.ts'
import type { Places } from './common.ts'
import { itemManifestOf } from './item-manifest.ts'

/** Every IIIF document of the archive, by its address on the site; one at a time, for there may be 50,000. */
export function* iiifDocuments(archive: Archive, site: string): Generator<[address: string, document: object]> {
  const places: Places = { site: site.replace(/\/$/, ''), api: archive.meta.apiBase || site.replace(/\/$/, '') }
  yield [TOP_MANIFEST, topManifest(archive, places)]
  yield [LOOSE_MANIFEST, looseManifest(archive, places)]
  for (const each of archive.lists.collections) {
    yield [collectionManifest(each.id), collectionManifestOf(archive, each, places)]
  }
  for (const item of archive.lists.items) yield [itemManifest(item.id), itemManifestOf(archive, item, places)]
}

/** Writes `iiif/item/ID/manifest.json` of every item, `iiif/collection/ID/manifest.json` of every collection, and what lists them. */
export function writeIiif(archive: Archive, root: string, site: string): void {
  for (const [address, document] of iiifDocuments(archive, site)) {
    const path = join(root, address)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(document))
  }
}
