import * as v from 'valibot'
import { between } from './checks.ts'
import { list } from './fields.ts'
import { LIST } from './limits.ts'
import { layerNumber, mapTexts, overlayEntry } from './map-layers.ts'

/** Bytes of an uploaded map, at most. */
export const MAP_FILE = { bytes: 500 * 1024 * 1024, points: 500, georeferenceLength: 1_000_000 } as const

/** West, south, east, north in degrees. */
const bounds = v.pipe(v.array(v.number()), v.length(4))

/** A control point: a pixel of the upright picture, counted from its upper left corner, and a place in degrees (EPSG:4326). */
export const mapPoint = v.object({
  x: v.pipe(v.number('Enter a number of pixels.'), v.finite('Enter a number of pixels.')),
  y: v.pipe(v.number('Enter a number of pixels.'), v.finite('Enter a number of pixels.')),
  longitude: between(-180, 180, 'Enter degrees from -180 to 180.'),
  latitude: between(-85, 85, 'Enter degrees from -85 to 85.'),
})
export type MapPoint = v.InferOutput<typeof mapPoint>

/** An upload that waits to be placed. */
export const mapUpload = v.object({
  upload: v.string(),
  file_name: v.string(),
  width: v.number(),
  height: v.number(),
  /** True for a GeoTIFF that says where it lies. */
  placed: v.boolean(),
  /** A small JPEG, as a data URL. */
  preview: v.string(),
})
export type MapUpload = v.InferOutput<typeof mapUpload>

/** An upload that is placed once more, or a copy of a stored scan: with the control points that it had, as text. */
export const openedUpload = v.object({ ...mapUpload.entries, georeference: v.nullable(v.string()) })
export type OpenedUpload = v.InferOutput<typeof openedUpload>

const upload = v.pipe(
  v.string('Choose a file first.'),
  v.maxLength(36, 'Choose a file first.'),
  v.uuid('Choose a file first.'),
)
/** Where an upload lies: points that were set by hand, or a file as text (Georeference Annotation, QGIS points, CSV, JSON); a GeoTIFF needs neither. */
const placement = {
  points: v.optional(list(mapPoint, MAP_FILE.points, undefined, `At most ${MAP_FILE.points} points.`)),
  georeference: v.optional(
    v.pipe(v.string(), v.maxLength(MAP_FILE.georeferenceLength, 'This is too long to be a list of points.')),
  ),
}
export const mapCheck = v.object({ upload, ...placement })
export type MapCheck = v.InferInput<typeof mapCheck>

/** What is known of a map before its tiles are made. */
export const checkedMap = v.object({
  bounds,
  /** Metres on the ground between each point and where an even placement of all of them puts it. */
  points: v.array(v.object({ ...mapPoint.entries, residual: v.number() })),
  /** Root of the mean square of these distances; null without points. */
  rms: v.nullable(v.number()),
  transformation: v.string(),
  notes: v.array(v.string()),
  minimum_zoom: v.number(),
  maximum_zoom: v.number(),
  /** The placed map as a small transparent picture (data URL), and what it covers. */
  preview: v.object({ image: v.string(), bounds }),
})
export type CheckedMap = v.InferOutput<typeof checkedMap>

/** What cataloguers say about an old map, and whether it is a base map instead: aerial imagery of their own. */
export const mapFields = { ...mapTexts, baseMap: v.optional(v.boolean('Choose yes or no.')) }
export const newMap = v.object({ upload, ...placement, ...mapFields, replaces: v.optional(layerNumber) })
export type NewMap = v.InferInput<typeof newMap>
export const mapEdit = v.partial(v.object(mapFields))
/** Names an upload: to cancel it, to place it again, or to forget it. */
export const mapDrop = v.object({ upload })
export const mapOrder = v.object({ layers: list(layerNumber, LIST.ids) })

/** A map whose tiles are being made, could not be made, or were cancelled. */
export const mapWork = v.object({
  upload: v.string(),
  /** 0: an upload that nobody has placed. */
  layer: v.number(),
  title: v.string(),
  state: v.picklist(['waiting', 'cutting', 'failed', 'cancelled']),
  done: v.number(),
  /** 0 until it is known. */
  total: v.number(),
  error: v.nullable(v.string()),
  /** The layer of the map that it is to replace. */
  replaces: v.optional(v.number()),
})
export type MapWork = v.InferOutput<typeof mapWork>

/** A map of the archive as staff see it. */
export const oldMap = v.object({
  ...overlayEntry.entries,
  id: v.string(),
  title: v.string(),
  /** Part of a base map; `hidden`: no legend has it. */
  role: v.picklist(['old map', 'base map', 'hidden']),
  /** When it was removed: it can be brought back from the trash. */
  removed: v.nullable(v.string()),
  /** What it replaced, if the trash can give that back. */
  earlier: v.optional(v.object({ at: v.string(), file_name: v.string() })),
  /** Null while its picture is not there. */
  file: v.nullable(
    v.object({
      name: v.string(),
      version: v.string(),
      width: v.number(),
      height: v.number(),
      bounds,
      minimum_zoom: v.number(),
      maximum_zoom: v.number(),
      /** False while its tiles are being made again. */
      ready: v.boolean(),
    }),
  ),
})
export type OldMap = v.InferOutput<typeof oldMap>
export const oldMaps = v.object({ maps: v.array(oldMap), work: v.array(mapWork) })
export type OldMaps = v.InferOutput<typeof oldMaps>

/** Sentences of the page of old maps that the server says. */
export const MAP_REFUSED = {
  gone: 'This file is not on the server any more. Choose it again.',
  unplaced: 'This scan was uploaded, and nobody has placed it. Place it now, or forget it.',
  cancelled: 'Cancelled. Nothing was changed. Place it again, or forget it.',
  finished: 'It was finished before it could be cancelled.',
  noPoints: 'Set at least three points, or give a file with points.',
  unknown: 'There is no such map.',
  notRemoved: 'This map is not in the trash any more.',
  order: 'The list of maps has changed meanwhile. Reload it and sort again.',
  tooMuch: 'Reading this takes too long, or too much memory. Try a smaller picture, or fewer points.',
  busy: 'An import or an old map is being written. Try again in a moment.',
} as const
