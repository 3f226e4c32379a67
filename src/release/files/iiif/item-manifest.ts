import type { Item } from '#contract/item.ts'
import type { ScanLink } from '#contract/scan.ts'
import { itemAddress } from '#rules/addresses.ts'
import { largestOf, serviceSize } from '#rules/iiif-image.ts'
import { iiifRights } from '#rules/iiif-rights.ts'
import { collectionManifest, imageService, itemManifest, LOOSE_MANIFEST, NO_PICTURE } from '#rules/iiif.ts'
import { shownDate } from '#rules/life-spans.ts'
import { itemHeading } from '#rules/names.ts'
import { fitInto, scanCall, scanJpeg } from '#rules/pictures.ts'
import { itemRecord } from '#rules/records.ts'
import { rightsOf } from '#rules/rights.ts'
import type { Archive } from '#snapshot/types.ts'
import { attribution, CONTEXT, navDate, page, PROVIDER, type Places } from './common.ts'
import { label, metadata, plain, values } from './texts.ts'

/** The collection of items that lie in none. */
export const LOOSE = 'Items in no collection'
const THUMBNAIL = 320

const headingOf = (item: Item) => itemHeading(item, shownDate(item)?.text ?? '')

/** What a collection says of an item. */
export function manifestReference(item: Item, places: Places) {
  const date = navDate(item.date_start ?? item.date_end)
  const [scan] = item.item_scans
  return {
    id: places.site + itemManifest(item.id),
    type: 'Manifest',
    label: label(headingOf(item)),
    ...(scan && { thumbnail: [thumbnail(scan, places)] }),
    ...(date && { navDate: date }),
  }
}

/** A IIIF Presentation 3 manifest of an item: a canvas for each scan; one that says so where there is none, for a manifest must have one. */
export function itemManifestOf(archive: Archive, item: Item, places: Places): object {
  const { site, api } = places
  const rights = rightsOf(item)
  const statement = iiifRights(rights.href)
  const rows = itemRecord(item, (kind, named) => archive[kind](named) !== undefined)
  const collection = item.collection && archive.collection(item.collection.id)
  const base = `${site}${itemManifest(item.id).replace(/\/manifest\.json$/, '')}`
  return {
    '@context': CONTEXT,
    ...manifestReference(item, places),
    ...(item.general_description && { summary: values([plain(item.general_description)]) }),
    metadata: metadata(rows, (address) => site + address, ['Title', 'Description', 'Rights']),
    ...(statement && { rights: statement }),
    requiredStatement: attribution(rights),
    provider: PROVIDER,
    homepage: [page(site + itemAddress(item.id), headingOf(item))],
    seeAlso: [
      {
        id: `${api}/api/item/${item.id}/`,
        type: 'Dataset',
        label: label('Record as data'),
        format: 'application/json',
      },
    ],
    partOf: [
      collection
        ? { id: site + collectionManifest(collection.id), type: 'Collection', label: label(collection.collection_name) }
        : { id: site + LOOSE_MANIFEST, type: 'Collection', label: label(LOOSE) },
    ],
    items: item.item_scans.length > 0 ? item.item_scans.map(canvas(base, places)) : [emptyCanvas(base, places)],
  }
}

/** A scan, small. */
export const thumbnail = ({ id, width, height, version }: ScanLink, { api }: Places) => ({
  id: scanJpeg(api, id, THUMBNAIL, version),
  type: 'Image',
  format: 'image/jpeg',
  ...(width && height && fitInto(width, height, { width: THUMBNAIL, height: Infinity })),
})

const canvas = (base: string, places: Places) => (scan: ScanLink, index: number) => {
  // Of a picture of unknown size the shape is taken to be that of most.
  const { width, height } =
    scan.width && scan.height ? serviceSize({ width: scan.width, height: scan.height }) : NO_PICTURE
  const painted = { label: label(`Picture ${index + 1}`), width, height, thumbnail: [thumbnail(scan, places)] }
  return paintedCanvas(`${base}/canvas/${scan.id}`, painted, body(scan, places))
}

const paintedCanvas = (id: string, canvas: object, body: object) => ({
  id,
  type: 'Canvas',
  ...canvas,
  items: [
    {
      id: `${id}/page`,
      type: 'AnnotationPage',
      items: [{ id: `${id}/annotation`, type: 'Annotation', motivation: 'painting', body, target: id }],
    },
  ],
})

/** The picture itself; an archive of another make has no tiles of it, which a version tells. */
function body({ id, width, height, version }: ScanLink, { api }: Places) {
  const image = { type: 'Image', format: 'image/jpeg' }
  if (!version || !width || !height) return { id: `${scanCall(api, id)}?format=jpeg`, ...image }
  const service = imageService(api, id, version)
  return {
    id: `${service}/full/max/0/default.jpg`,
    ...image,
    // The size of the file that `id` is: of a large picture less than the service has, and the canvas.
    ...largestOf({ width, height }, serviceSize({ width, height })),
    service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
  }
}

/**
 * A manifest must have a canvas (Presentation API 3 §3.4 "items"). It need not have content, but for one that has none the Universal Viewer waits for ever:
 * a drawing says that there is no picture. It is no thumbnail, so that nobody lists it as the item's.
 */
function emptyCanvas(base: string, { site }: Places) {
  const { address, format, width, height } = NO_PICTURE
  const drawing = { id: site + address, type: 'Image', format, width, height }
  return paintedCanvas(`${base}/canvas/none`, { label: label('No picture'), width, height }, drawing)
}
