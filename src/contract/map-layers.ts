import * as v from 'valibot'
import { wholeBetween } from './checks.ts'
import { webAddress } from './fields.ts'
import { TEXT } from './limits.ts'
import { LAYER } from './overlay.ts'

/** Limits of what a society writes about a map, in characters. */
const MAP_TEXT = { title: 120, description: 2000, credit: 200 } as const

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
  v.maxLength(80),
  v.regex(/^[a-z\d]+(?:-[a-z\d]+)*$/, 'Lower-case letters, digits and hyphens.'),
)
const title = v.pipe(text(MAP_TEXT.title), v.nonEmpty('Enter a title.'))
const year = v.nullable(wholeBetween({ least: 1000, most: 2999 }, 'Enter a year such as 1856.'))
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
  description: mapTexts.description,
  layers: v.optional(v.array(layerNumber)),
  tiles: v.optional(v.string()),
  deepest: v.optional(v.number()),
  wms: v.optional(v.string()),
  wmsLayers: v.optional(v.string()),
})

/** What the map can fill in: an address with anything else would stop it. */
const PLACEHOLDER = /\{(?:s|z|x|-?y|r)\}/g
/** `{s}` stands for several hosts, and is the first part of their name, which has two more: `{s}.com` would be everybody's. Host names are part of a header of all pages. */
const HOST = /^https?:\/\/(?:\{s\}\.[a-z\d-]+\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?\/[^\s"'<>]*$/i
const isAddress = (address: string) => HOST.test(address) && URL.canParse(address.replace('{s}', 's'))
const isTileAddress = (address: string): boolean =>
  isAddress(address) &&
  ['{z}', '{x}'].every((each) => address.includes(each)) &&
  /\{-?y\}/.test(address) &&
  !/[{}]/.test(address.replace(PLACEHOLDER, '')) &&
  !address.replace(/^https?:\/\/\{s\}/i, '').includes('{s}')

/** Deepest levels that servers of tiles have. */
const DEEPEST_TILES = { least: 1, most: 22 } as const
const address = text(TEXT.url)

/** A base map of another server: its tiles, or its WMS. An administrator sets them (contract/settings.ts). */
export const foreignBaseMap = v.pipe(
  v.object({
    ...{ id, title, year, credit },
    tiles: v.optional(
      v.pipe(address, v.check(isTileAddress, 'Enter an address such as https://tile.example.org/{z}/{x}/{y}.png.')),
    ),
    deepest: v.optional(wholeBetween(DEEPEST_TILES)),
    wms: v.optional(
      v.pipe(
        address,
        v.check((wms) => isAddress(wms) && !/[{}]/.test(wms), 'Enter an address such as https://maps.example.org/wms.'),
      ),
    ),
    wmsLayers: v.optional(v.pipe(text(MAP_TEXT.title), v.nonEmpty('Enter the names of its layers.'))),
  }),
  v.forward(
    v.check(
      ({ tiles, wms }) => (tiles === undefined) !== (wms === undefined),
      'Enter the address of tiles or of a WMS.',
    ),
    ['tiles'],
  ),
  v.forward(
    v.check(({ wms, wmsLayers }) => wms === undefined || wmsLayers !== undefined, 'Enter the names of its layers.'),
    ['wmsLayers'],
  ),
)
export type ForeignBaseMap = v.InferOutput<typeof foreignBaseMap>

/** The layers of the map, in the order of the legend: the first old map is on top, the first base map is the default. */
export const mapLayers = v.object({ overlays: v.array(overlayEntry), baseMaps: v.array(baseMapEntry) })
export type MapLayers = v.InferOutput<typeof mapLayers>
export type OverlayEntry = v.InferOutput<typeof overlayEntry>
export type BaseMapEntry = v.InferOutput<typeof baseMapEntry>
