import type { Item } from '#contract/item.ts'
import type { ScanLink } from '#contract/scan.ts'
import type { RecordText } from '#contract/text.ts'
import { itemAddress } from '#rules/addresses/page-addresses.ts'
import { fullSize, serviceSize } from '#rules/media/iiif-image.ts'
import {
  collectionManifest,
  autocomplete,
  contentSearch,
  imageService,
  itemManifest,
  UNCOLLECTED_MANIFEST,
  PLACEHOLDER_PICTURE,
} from '#rules/media/iiif-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { itemHeading } from '#rules/names/record-names.ts'
import { fitInBox, scanJpeg, scanSource } from '#rules/media/pictures.ts'
import { itemRecord } from '#views/catalogue-record.ts'
import { textAddress } from '#rules/media/site-media.ts'
import { rightsOf } from '#rules/citations/rights.ts'
import type { Archive } from '#snapshot/archive.ts'
import { avCanvases, chapterRanges } from './av-canvases.ts'
import {
  attribution,
  CONTEXT,
  iiifRights,
  navDate,
  page,
  provider,
  type BaseUrls,
  label,
  metadata,
  ownLabel,
  paintedCanvas,
  plain,
  values,
} from './common.ts'

export const UNCOLLECTED = 'Items in no collection'
/** Terms that the manifest has beside its metadata. */
const ELSEWHERE = ['Title', 'Description', 'Rights', 'Rights holder', 'Credit']
const THUMBNAIL = 320
const SEARCH_1 = 'http://iiif.io/api/search/1/search'

const headingOf = (item: Item) => itemHeading(item, itemDisplayDate(item)?.text ?? '')

/** An item's entry in a collection. */
export function manifestReference(item: Item, places: BaseUrls) {
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

/** A IIIF Presentation 3 manifest: a canvas per scan, or a placeholder canvas, because a manifest must have one. */
export function itemManifestOf(archive: Archive, item: Item, places: BaseUrls): object {
  const { site, api } = places
  const rights = rightsOf(item)
  const rows = itemRecord(item, (kind, named) => archive[kind](named) !== undefined)
  const collection = item.collection && archive.collection(item.collection.id)
  const base = `${site}${itemManifest(item.id).replace(/\/manifest\.json$/, '')}`
  const texts = archive.textsOf(item.id)
  const pictures = item.item_scans.map(canvas(base, places, texts))
  // With an image first, or between them, players play nothing: the first picture is shown with recordings.
  const front = item.item_scans[0]?.has_text ? undefined : pictures[0]
  const pages = texts.filter(({ scan }) => scan !== null)
  const sounds = avCanvases(item, base, places, texts, front)
  const canvases = [...sounds, ...pictures.filter((each) => sounds.length === 0 || each !== front)]
  const asData = { type: 'Dataset', label: ownLabel('Record as data'), format: 'application/json' }
  const suggestions = { id: api + autocomplete(item.id), type: 'AutoCompleteService2' }
  return {
    '@context': CONTEXT,
    ...manifestReference(item, places),
    ...(item.general_description && { summary: values([plain(item.general_description)]) }),
    metadata: metadata(rows, (address) => site + address, ELSEWHERE),
    ...(rights.uri && { rights: iiifRights(rights.uri) }),
    requiredStatement: attribution(rights),
    ...provider(),
    homepage: [page(site + itemAddress(item.id), headingOf(item))],
    seeAlso: [{ id: `${api}/api/item/${item.id}/`, ...asData }],
    ...(item.item_scans.some(({ has_text }) => has_text) && {
      service: [
        { id: api + contentSearch(item.id), type: 'SearchService2', service: [suggestions] },
        { '@id': `${api}${contentSearch(item.id)}1/`, '@type': 'SearchService1', profile: SEARCH_1 },
      ],
    }),
    ...(pages.length > 0 && {
      rendering: [textLink('Plain text', textAddress('item', item.id, 'txt', pages), places)],
    }),
    partOf: [
      collection
        ? { id: site + collectionManifest(collection.id), type: 'Collection', label: label(collection.collection_name) }
        : { id: site + UNCOLLECTED_MANIFEST, type: 'Collection', label: ownLabel(UNCOLLECTED) },
    ],
    items: canvases.length > 0 ? canvases : [emptyCanvas(base, places)],
    ...chapterRanges(item, base, texts),
  }
}

const jpegAddress = (scan: ScanLink, { site, pictures }: BaseUrls, width?: number) =>
  new URL(scanJpeg(scanSource(pictures, scan.id), scan, width), site).href

export function thumbnail(scan: ScanLink, places: BaseUrls) {
  const { width, height, version } = scan
  const size = width && height && { width, height }
  const shown = size && (version ? fitInBox(width, height, { width: THUMBNAIL, height: Infinity }) : size)
  return { id: jpegAddress(scan, places, THUMBNAIL), type: 'Image', format: 'image/jpeg', ...shown }
}

/** A text to download, or to show beside its picture. */
const textLink = (name: string, address: string, { site, pictures }: BaseUrls) => ({
  ...{ id: new URL(pictures + address, site).href, label: ownLabel(name) },
  ...(address.includes('.json') ? { type: 'AnnotationPage' } : { type: 'Text', format: 'text/plain' }),
  ...(address.includes('.xml') && { format: 'application/xml' }),
})

const canvas = (base: string, places: BaseUrls, texts: readonly RecordText[]) => (scan: ScanLink, index: number) => {
  // A picture of unknown size gets a common aspect ratio.
  const { width, height } =
    scan.width && scan.height ? serviceSize({ width: scan.width, height: scan.height }) : PLACEHOLDER_PICTURE
  const text = texts.find((each) => each.scan === scan.id)
  const shows = scan.alt ? { summary: values([plain(scan.alt)]) } : {}
  const painted = {
    label: ownLabel(`Picture ${index + 1}`),
    ...shows,
    width,
    height,
    thumbnail: [thumbnail(scan, places)],
    ...(text && {
      rendering: [
        textLink('Plain text', textAddress('text', scan.id, 'txt', [text]), places),
        textLink('ALTO', textAddress('text', scan.id, 'xml', [text]), places),
      ],
      annotations: [textLink('Text', textAddress('text', scan.id, 'json', [text]), places)],
    }),
  }
  return paintedCanvas(`${base}/canvas/${scan.id}`, painted, body(scan, places))
}

/** The picture itself. A scan without a version comes from another kind of server, which has no tiles. */
function body(scan: ScanLink, places: BaseUrls) {
  const { id, width, height, version } = scan
  const image = { type: 'Image', format: 'image/jpeg' }
  if (!version || !width || !height)
    return { id: jpegAddress(scan, places), ...image, ...(width && height && { width, height }) }
  const service = imageService(places.api, id, version)
  return {
    id: `${service}/full/max/0/default.jpg`,
    ...image,
    // The size of the file at `id`, which may be smaller than the service and the canvas.
    ...fullSize({ width, height }, serviceSize({ width, height })),
    service: [{ id: service, type: 'ImageService3', profile: 'level0' }],
  }
}

/**
 * A manifest must have a canvas (Presentation API 3 §3.4 "items"). An empty one is allowed, but makes the Universal Viewer wait forever, so it shows a
 * placeholder. That is not a thumbnail, so that nobody lists it as the item's picture.
 */
function emptyCanvas(base: string, { site }: BaseUrls) {
  const { address, format, width, height } = PLACEHOLDER_PICTURE
  const drawing = { id: site + address, type: 'Image', format, width, height }
  return paintedCanvas(`${base}/canvas/none`, { label: ownLabel('No picture'), width, height }, drawing)
}
