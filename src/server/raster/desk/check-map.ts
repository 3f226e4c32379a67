import { basename } from 'node:path'
import sharp from 'sharp'
import type { CheckedMap, MapUpload } from '#contract/old-maps.ts'
import { isTiff } from '../make/geotiff.ts'
import { drawPreview } from '../make/draw-preview.ts'
import { chooseZooms } from '../make/make-tiles.ts'
import { measurePicture, readGeoTiff, readOverlaySource, readPlacementAgain } from '../make/read-source.ts'
import { measureResiduals } from '../make/residuals.ts'

/** Pixels of the picture on which points are set, on its longer side. */
const PREVIEW = 2400

/** What an uploaded picture is. @throws {OverlayRefused} for one that can't become a map. */
export async function inspectMap(file: string): Promise<Omit<MapUpload, 'upload'>> {
  const tiff = await isTiff(file)
  const placed = tiff ? await readGeoTiff(file) : undefined
  const { width, height } = placed ?? (await measurePicture(file, tiff))
  const image = await sharp(file, { limitInputPixels: width * height, failOn: 'none' })
    .autoOrient()
    .resize(PREVIEW, PREVIEW, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: 78 })
    .toBuffer()
  return { file_name: basename(file), width, height, placed: placed !== undefined, preview: dataUrl(image, 'jpeg') }
}

/** Where a picture lies: its points with their residuals, and a preview. @throws {OverlayRefused} */
export async function checkMap(file: string, georeference: string | undefined): Promise<CheckedMap> {
  const source = await readOverlaySource(file, georeference)
  const { placement } = await readPlacementAgain(source)
  const residuals = placement.by === 'points' ? measureResiduals(placement) : []
  const points = placement.by === 'points' ? placement.points : []
  const squares = residuals.reduce((sum, each) => sum + each * each, 0)
  const { minimumZoom, maximumZoom } = chooseZooms(source, {})
  const preview = await drawPreview(source)
  return {
    bounds: [...source.bounds],
    points: points.map(({ pixel, degrees }, at) => ({
      ...{ x: pixel[0], y: pixel[1], longitude: degrees[0], latitude: degrees[1] },
      residual: residuals[at]!,
    })),
    rms: points.length > 0 ? Math.sqrt(squares / points.length) : null,
    transformation: placement.by === 'points' ? placement.transformation : 'GeoTIFF',
    notes: [...source.notes],
    minimum_zoom: minimumZoom,
    maximum_zoom: maximumZoom,
    preview: { image: dataUrl(preview.image, 'webp'), bounds: [...preview.bounds] },
  }
}

const dataUrl = (bytes: Buffer, type: string) => `data:image/${type};base64,${bytes.toString('base64')}`
