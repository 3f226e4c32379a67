import { generateAnnotation, type GeoreferencedMap } from '@allmaps/annotation'
import type { TransformationType } from '@allmaps/transform'
import { wholePicture } from './extent.ts'
import type { Point } from './mercator.ts'
import type { ControlPoint } from './placement.ts'
import { nameTransformation } from './transformation.ts'

/** Size of a picture in pixels, upright, and its EXIF orientation (1 to 8). */
export interface PictureSize {
  width: number
  height: number
  orientation: number
}

/** The georeference of a scan. Pixels are those of the upright picture at full size. */
export interface Georeference {
  points: readonly ControlPoint[]
  transformation: TransformationType
  /** The visible part of the picture; null is all of it. */
  mask: readonly Point[] | null
  /** Assumptions made, in sentences for the maintainer. */
  notes: readonly string[]
  /** Everything else in the annotation, where there was one. */
  annotation?: Partial<GeoreferencedMap>
}

/** A georeference as a Georeference Annotation (JSON text), which is stored with the picture and read again later. */
export function toAnnotation(georeference: Georeference, { width, height }: PictureSize, name: string): string {
  const { points, transformation, mask, annotation = {} } = georeference
  const rounded = (value: number) => Math.round(value * 1000) / 1000
  const corners = mask ?? wholePicture(width, height)
  const text = generateAnnotation({
    ...annotation,
    type: 'GeoreferencedMap',
    resource: {
      type: 'ImageService3',
      id: `file:///${encodeURIComponent(name)}`,
      ...annotation.resource,
      width,
      height,
    },
    gcps: points.map(({ pixel, degrees }) => ({ resource: [...pixel], geo: [...degrees] })),
    resourceMask: corners.map((corner) => corner.map(rounded)),
    transformation: nameTransformation(transformation),
  })
  return `${JSON.stringify(text, null, 2)}\n`
}

/** Converts a point of the picture as stored to the upright one: QGIS and GDAL ignore EXIF orientation, viewers and image servers apply it. */
export function upright([x, y]: Point, { width, height, orientation }: PictureSize): Point {
  const byOrientation: Record<number, Point> = {
    2: [width - x, y],
    3: [width - x, height - y],
    4: [x, height - y],
    5: [y, x],
    6: [width - y, x],
    7: [width - y, height - x],
    8: [y, height - x],
  }
  return byOrientation[orientation] ?? [x, y]
}
