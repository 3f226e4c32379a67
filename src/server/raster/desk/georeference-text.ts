import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as v from 'valibot'
import { list } from '#contract/fields.ts'
import { MAP_FILE, mapPoint, type MapPoint } from '#contract/old-maps.ts'
import { renameIntoPlace } from '../../storage/removal.ts'
import { toAnnotation, type PictureSize } from '../make/georeference.ts'
import { isTiff, measurePicture } from '../make/measure-picture.ts'
import { DEFAULT_TRANSFORMATION } from '../make/transformation.ts'

const points = list(mapPoint, MAP_FILE.points)
const pointList = v.union([
  points,
  v.pipe(
    v.object({ points }),
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

/** Makes a file of control points one that `readOverlaySource` reads: a list of points in JSON becomes an annotation. */
export async function rewriteList(path: string, picture: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  const annotation = georeferenceText(text, await measurePicture(picture, await isTiff(picture)), basename(picture))
  if (annotation === text) return
  await writeFile(`${path}.part`, annotation, { mode: 0o600, flush: true })
  await renameIntoPlace(`${path}.part`, path)
}

function georeferenceText(text: string, size: PictureSize, name: string): string {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return text
  try {
    const listed = v.safeParse(pointList, JSON.parse(text.replace(/^\uFEFF/, '')))
    return listed.success ? annotationOfPoints(listed.output, size, name) : text
  } catch {
    return text
  }
}
