import type { Overlay } from '#contract/overlay.ts'
import { IMAGE_FORMATS } from '#contract/scan.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { fullSize, serviceSize } from '#rules/media/iiif-image.ts'
import { filesOfPicture, storedWidths, type StoredImage } from '#rules/media/pictures.ts'
import {
  captionsAddress,
  fileAddress,
  mediaPath,
  textAddress,
  STATIC_SERVICES,
  tileFiles,
  type MediaFile,
  type MediaKind,
} from '#rules/media/site-media.ts'
import { isVtt } from '#rules/texts/webvtt.ts'
import type { Archive } from '#snapshot/archive.ts'

/** Bytes of an address of the API, of long ones a stream; undefined where it is not public any more. @throws if it does not answer. */
export type ReadApi = (address: string) => Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined>

/** A picture or tile of the site, and where the API has it. */
export interface SiteMedia {
  /** Relative to the site, `media/scan/4/410-640.webp`. */
  path: string
  /** What to ask the API for; with the version, so that no cache answers with an earlier one. */
  address: string
  version: string
}

type Shown = Pick<Archive, 'lists' | 'meta'> & Partial<Pick<Archive, 'textsOf'>>
interface SitePicture extends Omit<MediaFile, 'format'> {
  version: string
  width: number
  height: number | null | undefined
}

/** Every picture that a published record has. None where pages have the pictures of an API. */
export function picturesOf({ lists, meta }: Shown): SitePicture[] {
  if (meta.pictures !== '') return []
  const stored = (kind: MediaKind, id: number, { width, height, version }: StoredImage) =>
    width && version ? [{ kind, id, width, height, version }] : []
  const scans = lists.items.flatMap(({ item_scans }) => item_scans.flatMap((scan) => stored('scan', scan.id, scan)))
  return [...scans, ...lists.people.flatMap(({ id, image }) => (image ? stored('person', id, image) : []))]
}

/** The files of all pictures, in every size that pages name. */
export function* mediaFiles(archive: Shown): Generator<SiteMedia> {
  yield* filesOf(archive)
  for (const picture of picturesOf(archive)) {
    const { kind, id, width, height, version } = picture
    const address = (file: MediaFile) => `${mediaPath(file)}?v=${version}`
    for (const file of filesOfPicture(picture, width))
      yield { path: mediaPath(file).slice(1), address: address(file), version }
    if (kind !== 'scan' || !height) continue
    // As a IIIF image service: the largest JPEG by both of its names (Image API 3 §4.2).
    const largest = fullSize({ width, height }, serviceSize({ width, height }))
    for (const size of ['max', `${largest.width},${largest.height}`]) {
      const path = `${STATIC_SERVICES.slice(1)}${id}/${version}/full/${size}/0/default.jpg`
      yield { path, address: address({ kind, id, format: 'jpeg' }), version }
    }
  }
}

const fileAt = (address: string, version = address.split('?v=')[1]!): SiteMedia => ({
  ...{ path: address.slice(1).split('?')[0]!, address, version },
})
/** Documents and recordings, and what is said in them and written on scans. None where pages have those of an API. */
function* filesOf({ lists, meta, textsOf }: Shown): Generator<SiteMedia> {
  for (const { id, item_files } of meta.pictures === '' ? lists.items : []) {
    const texts = textsOf?.(id) ?? []
    for (const file of item_files) {
      yield fileAt(fileAddress(file), file.version)
      const said = texts.find((each) => each.file === file.id)
      if (said && isVtt(said.text)) yield fileAt(captionsAddress(file, said.version))
    }
    const written = texts.filter(({ scan }) => scan !== null)
    for (const text of written)
      for (const format of ['txt', 'xml', 'json'] as const)
        yield fileAt(textAddress('text', text.scan!, format, [text]))
    if (written.length > 0) yield fileAt(textAddress('item', id, 'txt', written))
  }
}

/** The addresses, on our own server, of pictures that a site had and has no more: caches must forget them. */
export function withdrawnPictures(before: readonly SitePicture[], now: readonly SitePicture[]): string[] {
  const nameOf = ({ kind, id, version }: SitePicture) => `${kind} ${id} ${version}`
  const there = new Set(now.map(nameOf))
  const gone = before.filter((picture) => !there.has(nameOf(picture)))
  const addresses = gone.flatMap(({ kind, id, width, version }) => {
    const sizes = IMAGE_FORMATS.flatMap((format) =>
      storedWidths(width, format).map((each) => ({ width: each, format })),
    )
    const files = [...filesOfPicture({ kind, id }, width), ...sizes.map((size) => ({ kind, id, ...size }))]
    return files.map((file) => `${mediaPath(file)}?v=${version}`)
  })
  return [...new Set(addresses)]
}

const WORLD = 2 * Math.PI * 6378137

/** Every tile within the bounds of the old maps, on the levels that they are made for. */
export function* overlayTiles(overlays: readonly Overlay[]): Generator<SiteMedia> {
  for (const { layer, version, bounds, minimum_zoom, maximum_zoom } of overlays) {
    const [left, bottom] = toMercator([bounds[0], bounds[1]])
    const [right, top] = toMercator([bounds[2], bounds[3]])
    for (let z = minimum_zoom; z <= maximum_zoom; z++) {
      const column = (metres: number) => Math.floor(((metres + WORLD / 2) / WORLD) * 2 ** z)
      const row = (metres: number) => Math.floor(((WORLD / 2 - metres) / WORLD) * 2 ** z)
      for (let x = column(left); x <= column(right); x++)
        for (let y = row(top); y <= row(bottom); y++) {
          const place: Record<string, number> = { z, x, y }
          const path = tileFiles(layer).replace(/\{([zxy])\}/g, (_, key: string) => String(place[key]))
          yield { path: path.slice(1), address: `${path}?v=${version}`, version }
        }
    }
  }
}
