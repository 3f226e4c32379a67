import type { Overlay } from '#contract/overlay.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { fullSize, serviceSize } from '#rules/media/iiif-image.ts'
import { filesOfPicture, portraitSource, scanSource, type StoredImage } from '#rules/media/pictures.ts'
import { mediaPath, STATIC_SERVICES, tileFiles, type MediaKind } from '#rules/media/site-media.ts'
import type { Archive } from '#snapshot/archive.ts'

/** A picture or tile of the site, and where the API has it. */
export interface SiteMedia {
  /** Relative to the site, `media/scan/4/410-640.webp`. */
  path: string
  /** What to ask the API for; with the version, so that no cache answers with an earlier one. */
  address: string
  version: string
}

/** Every picture that a published record has, in every size that pages name. None where pages have the pictures of an API. */
export function* mediaFiles({ lists, meta }: Archive): Generator<SiteMedia> {
  if (meta.pictures !== '') return
  for (const { item_scans } of lists.items)
    for (const scan of item_scans) {
      yield* filesOf('scan', scan.id, scan)
      yield* serviceFiles(scan.id, scan)
    }
  for (const { id, image } of lists.people) if (image) yield* filesOf('person', id, image)
}

function* filesOf(kind: MediaKind, id: number, { width, version }: StoredImage): Generator<SiteMedia> {
  if (!width || !version) return
  const source = kind === 'scan' ? scanSource('', id) : portraitSource('', id)
  for (const file of filesOfPicture(source, width)) {
    const path = mediaPath(file)
    yield { path: path.slice(1), address: `${path}?v=${version}`, version }
  }
}

/** A scan as a IIIF image service: its information, and the largest JPEG by both of its names (Image API 3 §4.2). */
function* serviceFiles(id: number, { width, height, version }: StoredImage): Generator<SiteMedia> {
  if (!width || !height || !version) return
  const largest = fullSize({ width, height }, serviceSize({ width, height }))
  for (const size of ['max', `${largest.width},${largest.height}`])
    yield {
      path: `${STATIC_SERVICES.slice(1)}${id}/${version}/full/${size}/0/default.jpg`,
      address: `${mediaPath({ kind: 'scan', id, format: 'jpeg' })}?v=${version}`,
      version,
    }
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
