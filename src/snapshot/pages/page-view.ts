import { type Link, ADDRESS, collectionAddress } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../types.ts'

/** Common to all pages. `trail` are the breadcrumbs, including the page itself; `picture` is for Open Graph. */
export interface PageView {
  address: string
  title: string
  description: string
  picture: { src: string; width: number | null; height: number | null; alt: string } | null
  trail: Link[]
}

/** The page of a record, below the index of its kind. `heading` may say more than its name. */
export const recordPage = (index: Link, address: string, description: string, name: string, heading = name) => ({
  address,
  title: shorten(heading, 110),
  description: shorten(description, 200),
  trail: [index, { href: address, text: shorten(name, 80) }],
})

/** A picture of a list, whose size is not known. */
export const listedPicture = (picture: { full: string } | null | undefined, alt: string): PageView['picture'] =>
  picture ? { src: picture.full, width: null, height: null, alt } : null

/** Breadcrumbs from the collection page down to a collection. */
export function collectionTrail(archive: Archive, id: number | null): Link[] {
  const links: Link[] = []
  for (let next = archive.collection(id ?? 0); next; next = archive.collection(next.parent_collection ?? 0))
    links.unshift({ href: collectionAddress(next.id), text: shorten(next.collection_name, 60) })
  return [{ href: ADDRESS.collection, text: 'Collection' }, ...links]
}
