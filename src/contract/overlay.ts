import * as v from 'valibot'
import { id } from './fields.ts'
import { textQuery } from './query.ts'

/** Numbers under which a map may be kept; the spec's are 4 to 8 (§7 "Raster tiles"). */
export const LAYER = { lowest: 1, highest: 99999 } as const

/** Levels of web mercator tiles that can be asked for, and those that are made where nothing else is said (zoom 0: the world in one tile). */
export const TILE_ZOOM = { lowest: 0, deepest: 24, made: 13, mostMade: 21 } as const
export const TILE_SIZE = 256

/** A map that is kept as tiles. An addition to spec §7: a server that does not answer it has its layers asked for without versions and bounds. */
export const overlay = v.object({
  layer: id,
  /** Changes with the picture and with where it lies: tiles asked for with it (`&v=`) never change. */
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** West, south, east, north in degrees (EPSG:4326). */
  bounds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  /** Levels that tiles were made for. Above the deepest a reader enlarges them; below the least there is nothing. */
  minimum_zoom: v.number(),
  maximum_zoom: v.number(),
})
export type Overlay = v.InferOutput<typeof overlay>
export const overlays = v.array(overlay)

/** Column and row as they are written, whole numbers from 0; whether there is such a tile at that level is asked later, and an empty one is the answer. */
const tileNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))
export const tileParams = v.object({ z: tileNumber, x: tileNumber, y: tileNumber })
/** `layers` as in rules/layer-selection.ts; `alpha=0`: nothing is drawn where the map has no data; `v`: the version of the layer. */
export const tileQuery = v.object({ layers: textQuery, alpha: textQuery, v: textQuery })
