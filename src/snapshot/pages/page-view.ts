import { type Link, ADDRESS, collectionAddress } from '#rules/addresses/page-addresses.ts'
import type { Item } from '#contract/item.ts'
import { scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { itemTitle, shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../archive.ts'
import type { ContextProject } from '#contract/context-project.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { mergeMapLayers } from '#rules/map/map-layers.ts'
import { society } from '#society'
import type { SnapshotMeta } from '../plans.ts'

/** Common to all pages. `trail` are the breadcrumbs, including the page itself; `picture` and `placePlan` (what is drawn of a place) are for other sites. */
export interface PageView {
  address: string
  title: string
  description: string
  picture: { src: string; alt: string } | null
  placePlan?: string | null
  trail: Link[]
}

/** The page of a record, below the index of its kind. `heading` may say more than its name. */
export const recordPage = (index: Link, address: string, description: string, name: string, heading = name) => ({
  address,
  title: shorten(heading, 110),
  description: shorten(description, 200),
  trail: [index, { href: address, text: shorten(name, 80) }],
})

/** The first picture of a list of items, or none. */
export function firstPicture({ meta }: Archive, items: readonly Item[], alt?: string): PageView['picture'] {
  const item = items.find(({ item_scans }) => item_scans.length > 0)
  const scan = item?.item_scans[0]
  if (!item || !scan) return null
  return {
    src: scanJpeg(scanSource(meta.pictures, scan.id), scan),
    alt: alt ?? (scan.alt || shorten(itemTitle(item), 110)),
  }
}

/** Breadcrumbs from the collection page down to a collection. */
export function collectionTrail(archive: Archive, id: number | null): Link[] {
  const links: Link[] = []
  for (let next = archive.collection(id ?? 0); next; next = archive.collection(next.parent_collection ?? 0))
    links.unshift({ href: collectionAddress(next.id), text: shorten(next.collection_name, 60) })
  return [{ href: ADDRESS.collection, text: 'Collection' }, ...links]
}

/** The layers of the map: the archive's, or those of society.ts where the server does not tell. */
/** Projects whose pictures are files of the site. */
export const contextsOf = ({ contexts = [] }: SnapshotMeta): ContextProject[] =>
  contexts.map((each) => ({ ...each, labels: each.labels.map(({ png: _, ...label }) => label) }))

export const mapLayersOf = ({ mapLayers }: SnapshotMeta): MapLayers =>
  mapLayers ?? mergeMapLayers({ overlays: [], baseMaps: [] }, society.map)

/**
 * The pages of a section by address. A view is made when it is asked for: an incremental build renders few of them, and a full one need not hold them all.
 */
export type Pages<View> = ReadonlyMap<string, () => View>
export type PageEntry<View> = readonly [address: string, view: () => View]

export const withMore = <View extends object, More extends object>(
  [address, view]: PageEntry<View>,
  more: More,
): PageEntry<View & More> => [address, () => ({ ...view(), ...more })]

export const entriesOf = <View extends { address: string }>(views: readonly View[]): PageEntry<View>[] =>
  views.map((view) => [view.address, () => view])

/** `getStaticPaths` for a route `[section]/[...page].astro`, or one with a fixed section; `page` is undefined for the section's own address. */
export const pagePaths = (pages: Pages<unknown>) =>
  [...pages.keys()].map((address) => {
    const [section, ...page] = address.slice(1, -1).split('/')
    return { params: { section: section!, page: page.join('/') || undefined } }
  })
