import { generateAnnotation } from '@allmaps/annotation'
import type { GeoreferencedMap } from '@allmaps/annotation'
import type { TransformationType } from '@allmaps/transform'
import type { Point } from './mercator.ts'
import type { ControlPoint } from './placement.ts'
import { nameTransformation } from './transformation.ts'

/** Width and height of a picture in pixels, upright, and how its file turns it (EXIF orientation, 1 to 8). */
export interface PictureSize {
  width: number
  height: number
  orientation: number
}

/** What is known of where a scan lies. Pixels are those of the upright picture in its own size. */
export interface Georeference {
  points: readonly ControlPoint[]
  transformation: TransformationType
  /** The part of the picture that is shown; null is all of it. */
  mask: readonly Point[] | null
  /** What was taken for granted, in sentences for the maintainer. */
  notes: readonly string[]
  /** What the annotation says besides, where there was one. */
  kept?: Partial<GeoreferencedMap>
}

/** A georeference as the text of a Georeference Annotation: what is kept with the picture and read again later. */
export function toAnnotation(georeference: Georeference, { width, height }: PictureSize, name: string): string {
  const { points, transformation, mask, kept = {} } = georeference
  const rounded = (value: number) => Math.round(value * 1000) / 1000
  const corners: readonly Point[] = mask ?? [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const annotation = generateAnnotation({
    ...kept,
    type: 'GeoreferencedMap',
    resource: {
      type: 'ImageService3',
      id: `file:///${encodeURIComponent(name)}`,
      ...kept.resource,
      width,
      height,
    },
    gcps: points.map(({ pixel, degrees }) => ({ resource: [...pixel], geo: [...degrees] })),
    resourceMask: corners.map((corner) => corner.map(rounded)),
    transformation: nameTransformation(transformation),
  })
  return `${JSON.stringify(annotation, null, 2)}\n`
}

/**
 * A point counted in the pixels as they are stored, in the pixels of the upright picture. QGIS and GDAL do not turn a picture as its
 * EXIF data says; a viewer of photographs, sharp and image servers do.
 */
export function upright([x, y]: Point, { width, height, orientation }: PictureSize): Point {
  switch (orientation) {
    case 2:
      return [width - x, y]
    case 3:
      return [width - x, height - y]
    case 4:
      return [x, height - y]
    case 5:
      return [y, x]
    case 6:
      return [width - y, x]
    case 7:
      return [width - y, height - x]
    case 8:
      return [y, height - x]
    default:
      return [x, y]
  }
}
