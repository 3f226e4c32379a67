import { ADDRESS, collectionAddress } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../types.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'

/** Breadcrumbs from the collection page down to a collection. Stops at a cycle. */
export function collectionTrail(archive: Archive, id: number | null): Link[] {
  const links: Link[] = []
  const seen = new Set<number>()
  for (let next = id; next !== null && !seen.has(next);) {
    seen.add(next)
    const collection = archive.collection(next)
    if (!collection) break
    links.unshift({ href: collectionAddress(next), text: shorten(collection.collection_name, 60) })
    next = collection.parent_collection
  }
  return [{ href: ADDRESS.collection, text: 'Collection' }, ...links]
}
