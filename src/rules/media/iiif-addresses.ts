import { pictureOfAddress } from './read-address.ts'

/** Side of a tile in pixels. */
export const TILE = 512

/** Image API 3 level 0: only the sizes and tiles listed in info.json exist. */
export const IMAGE_SERVICES = '/api/scan/iiif/'
/** The image service of a scan. The version changes with the picture, so everything below is immutable. */
export const imageService = (apiBase: string, scan: number, version: string) =>
  `${apiBase}${IMAGE_SERVICES}${scan}/${version}`
const imageInfo = (apiBase: string, scan: number, version: string) =>
  `${imageService(apiBase, scan, version)}/info.json`
/** The info.json for a scan's picture URL (rules/media/pictures.ts) with its version as `v`; null for any other URL. */
export function imageInfoOfPicture(address: string): string | null {
  const { source, version } = pictureOfAddress(address) ?? {}
  return source?.kind === 'scan' && version ? imageInfo(source.base, source.id, version) : null
}

/** The search in the texts of an item, and words to search for: paths of the API. */
export const contentSearch = (item: number) => `/api/item/${item}/search/`
/** What viewers on any site ask our API for. */
export const FOR_VIEWERS = /^\/api\/(?:scan\/iiif|item\/\d+\/search)\//
export const autocomplete = (item: number) => `${contentSearch(item)}words/`

/** Presentation API 3 documents of the last build; paths on the site. */
export const itemManifest = (id: number) => `/iiif/item/${id}/manifest.json`
export const collectionManifest = (id: number) => `/iiif/collection/${id}/manifest.json`
/** The top-level collections: the entry point to the whole archive. */
export const TOP_MANIFEST = '/iiif/collection/top.json'
export const UNCOLLECTED_MANIFEST = '/iiif/collection/none.json'
/** Shown in viewers for an item without a picture (public/iiif/). */
export const PLACEHOLDER_PICTURE = {
  address: '/iiif/no-picture.jpg',
  format: 'image/jpeg',
  width: 1200,
  height: 900,
} as const
