/** Where the archive's IIIF documents and tiles lie. Image API 3 level 0: what an info.json names is there as a file, nothing else is. */

/** Pixels of a side of a tile. */
export const TILE = 512

/** Below it lie the image services of all scans. */
export const IMAGE_SERVICES = '/api/scan/iiif/'
/** The image service of a scan; its version changes whenever the picture does, so that what lies below is kept for ever. */
export const imageService = (apiBase: string, scan: number, version: string) =>
  `${apiBase}${IMAGE_SERVICES}${scan}/${version}`
export const imageInfo = (apiBase: string, scan: number, version: string) =>
  `${imageService(apiBase, scan, version)}/info.json`
/** The service of the scan whose picture has this address (rules/pictures.ts), its version as `v`; null for what has none. */
export function infoOfPicture(address: string): string | null {
  const match = /^(.*)\/api\/scan\/image\/(\d+)\/\?(?:.*&)?v=([\w.-]+)/.exec(address)
  return match && imageInfo(match[1]!, Number(match[2]), match[3]!)
}

/** Presentation API 3 documents of the last build, addresses on the site. */
export const itemManifest = (id: number) => `/iiif/item/${id}/manifest.json`
export const collectionManifest = (id: number) => `/iiif/collection/${id}/manifest.json`
/** Every collection that lies in no other, for a viewer that asks for the whole archive. */
export const TOP_MANIFEST = '/iiif/collection/top.json'
/** The items that lie in no collection. */
export const LOOSE_MANIFEST = '/iiif/collection/none.json'
/** Drawn, of the shape of most pictures: what a viewer shows of an item that the archive has no picture of (public/iiif/). */
export const NO_PICTURE = {
  address: '/iiif/no-picture.jpg',
  format: 'image/jpeg',
  width: 1200,
  height: 900,
} as const
