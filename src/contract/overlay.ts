import * as v from 'valibot'
import { id } from './fields.ts'
import { textQuery } from './query.ts'

/** Numbers under which a map may be kept; the spec's are 4 to 8 (§7 "Raster tiles"). */
export const LAYER = { lowest: 1, highest: 99999 } as const

/**
 * Web mercator zoom levels: the valid range, the default and deepest level that tiles are made for, and the deepest that is cut from them (zoom 0: the
 * world in one tile).
 */
export const TILE_ZOOM = { lowest: 0, deepest: 24, made: 13, mostMade: 21, mostCut: 22 } as const
export const TILE_SIZE = 256

/** An old map kept as tiles. Our addition: for other servers, layers are requested without versions and bounds. */
export const overlay = v.object({
  layer: id,
  /** Changes with the picture and its placement: tiles requested with it (`&v=`) never change. */
  version: v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/)),
  /** West, south, east, north in degrees (EPSG:4326). */
  bounds: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  /** Zoom levels that tiles exist for. Deeper levels are enlarged from the deepest; above the first there is nothing. */
  minimum_zoom: v.number(),
  maximum_zoom: v.number(),
})
export type Overlay = v.InferOutput<typeof overlay>
export const overlays = v.array(overlay)
/** The same with what is written about each; only the server's side of the call, so that no page of visitors loads it. */
export const describedOverlays = v.array(
  v.object({
    ...overlay.entries,
    title: v.optional(v.string()),
    year: v.optional(v.nullable(v.number())),
    description: v.optional(v.string()),
    credit: v.optional(v.object({ text: v.string(), href: v.string() })),
  }),
)
export type DescribedOverlay = v.InferOutput<typeof describedOverlays>[number]

/** Non-negative integers. A tile that does not exist at that level is answered empty. */
const tileNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))
export const tileParams = v.object({ z: tileNumber, x: tileNumber, y: tileNumber })
export const tileFileParams = v.object({
  ...{ layer: tileNumber, z: tileNumber, x: tileNumber },
  name: v.pipe(v.string(), v.regex(/^\d{1,9}\.webp$/), v.transform(parseInt)),
})
/** `layers` as in rules/map/layer-selection.ts; `alpha=0`: transparent where the map has no data; `v`: the layer's version. */
export const tileQuery = v.object({ layers: textQuery, alpha: textQuery, v: textQuery })
