import { ADDRESS, collectionAddress } from '#rules/addresses.ts'
import { shorten } from '#rules/names.ts'
import type { Archive } from '../types.ts'
import type { Link } from './views.ts'

/** From the collection page down to a collection, the widest level first. A cycle ends where it would begin again. */
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
