import { ADDRESS, collectionAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../types.ts'

/** Breadcrumbs from the collection page down to a collection. */
export function collectionTrail(archive: Archive, id: number | null): Link[] {
  const links: Link[] = []
  for (let next = archive.collection(id ?? 0); next; next = archive.collection(next.parent_collection ?? 0))
    links.unshift({ href: collectionAddress(next.id), text: shorten(next.collection_name, 60) })
  return [{ href: ADDRESS.collection, text: 'Collection' }, ...links]
}
