import * as v from 'valibot'
import { mapPoint, type MapPoint } from '#contract/old-maps.ts'
import { toAnnotation, type PictureSize } from '../make/georeference.ts'
import { DEFAULT_TRANSFORMATION } from '../make/transformation.ts'

const pointList = v.union([
  v.array(mapPoint),
  v.pipe(
    v.object({ points: v.array(mapPoint) }),
    v.transform(({ points }) => points),
  ),
])

/** Control points that were set by hand, as the Georeference Annotation that is stored with the picture. */
export function annotationOfPoints(points: readonly MapPoint[], size: PictureSize, name: string): string {
  const controlPoints = points.map(({ x, y, longitude, latitude }, at) => ({
    number: at + 1,
    pixel: [x, y] as const,
    degrees: [longitude, latitude] as const,
  }))
  return toAnnotation(
    { points: controlPoints, transformation: DEFAULT_TRANSFORMATION, mask: null, notes: [] },
    size,
    name,
  )
}

/** A file of control points as `readOverlaySource` reads them: a list of points in JSON becomes an annotation. */
export function georeferenceText(text: string, size: PictureSize, name: string): string {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return text
  try {
    const listed = v.safeParse(pointList, JSON.parse(text.replace(/^\uFEFF/, '')))
    return listed.success ? annotationOfPoints(listed.output, size, name) : text
  } catch {
    return text
  }
}
