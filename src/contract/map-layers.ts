import * as v from 'valibot'
import { webAddress } from './fields.ts'
import { LAYER } from './overlay.ts'

/** Limits of what a society writes about a map, in characters. */
export const MAP_TEXT = { title: 120, description: 2000, credit: 200 } as const

const text = (most: number) =>
  v.pipe(v.string('Enter text.'), v.trim(), v.maxLength(most, `At most ${most} characters.`))
export const layerNumber = v.pipe(
  v.number('Enter a whole number.'),
  v.integer('Enter a whole number.'),
  v.minValue(LAYER.lowest, `The lowest layer is ${LAYER.lowest}.`),
  v.maxValue(LAYER.highest, `The highest layer is ${LAYER.highest}.`),
)
/** Names a layer in shared links. */
const id = v.pipe(
  v.string(),
  v.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'Lower-case letters, digits and hyphens.'),
  v.maxLength(80),
)
const title = v.pipe(text(MAP_TEXT.title), v.nonEmpty('Enter a title.'))
const year = v.nullable(
  v.pipe(
    v.number('Enter a year such as 1856.'),
    v.integer('Enter a year such as 1856.'),
    v.minValue(1000, 'Enter a year such as 1856.'),
    v.maxValue(2999, 'Enter a year such as 1856.'),
  ),
)
const credit = v.object({ text: text(MAP_TEXT.credit), href: webAddress })

/** What cataloguers write about an old map. */
export const mapTexts = {
  title,
  year,
  /** Offered to visitors in the legend. */
  inLegend: v.boolean('Choose yes or no.'),
  description: v.optional(text(MAP_TEXT.description)),
  credit: v.optional(credit),
}
/** An old map that visitors can lay over the base map. */
export const overlayEntry = v.object({ id, layer: layerNumber, ...mapTexts })
/** A base map: layers of this archive (the first on top), tiles of another server, or its WMS. */
export const baseMapEntry = v.object({
  id,
  title,
  year,
  credit,
  layers: v.optional(v.array(layerNumber)),
  tiles: v.optional(v.string()),
  deepest: v.optional(v.number()),
  wms: v.optional(v.string()),
  wmsLayers: v.optional(v.string()),
})

/** The layers of the map, in the order of the legend: the first old map is on top, the first base map is the default. */
export const mapLayers = v.object({ overlays: v.array(overlayEntry), baseMaps: v.array(baseMapEntry) })
export type MapLayers = v.InferOutput<typeof mapLayers>
export type OverlayEntry = v.InferOutput<typeof overlayEntry>
export type BaseMapEntry = v.InferOutput<typeof baseMapEntry>
