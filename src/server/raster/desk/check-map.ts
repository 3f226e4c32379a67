import type { CheckedMap } from '#contract/old-maps.ts'
import { dataUrl } from './data-url.ts'
import { rewriteList } from './georeference-text.ts'
import { drawPreview } from '../make/draw-preview.ts'
import { chooseZooms } from '../make/make-tiles.ts'
import { readOverlaySource, readPlacementAgain } from '../make/read-source.ts'
import { measureResiduals } from '../make/residuals.ts'

/** Where a picture lies: its points with their residuals, and a preview. @throws {OverlayRefused} */
export async function checkMap(file: string, georeference: string | undefined): Promise<CheckedMap> {
  if (georeference !== undefined) await rewriteList(georeference, file)
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
