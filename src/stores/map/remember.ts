import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { MAP } from '#contract/limits.ts'
import { TILE_ZOOM } from '#contract/overlay.ts'
import type { MapParts } from './parts.ts'

const KEY = 'lotline-map'

/** Half the girth of the world in web mercator metres. */
const WORLD = 20_037_508.35
const metres = v.pipe(v.number(), v.minValue(-WORLD), v.maxValue(WORLD))
const part = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null)
const flag = v.optional(v.fallback(v.optional(v.boolean()), undefined))

/** How the visitor left the map. A part that cannot be read is null, and as at the start. */
const remembered = v.object({
  view: part(
    v.object({
      centre: v.pipe(v.tuple([metres, metres]), v.readonly()),
      zoom: v.pipe(v.number(), v.minValue(MAP.minimumZoom), v.maxValue(TILE_ZOOM.deepest)),
    }),
  ),
  base: part(v.string()),
  overlays: v.fallback(v.record(v.string(), v.object({ visible: v.boolean(), opacity: v.number() })), {}),
  years: part(v.object({ start: v.number(), end: v.number() })),
  zone: part(id),
  open: part(v.object({ legend: flag, media: flag, address: flag, organizations: flag })),
  welcome: v.fallback(v.boolean(), true),
})
export type Remembered = v.InferOutput<typeof remembered>

/** Null where nothing was kept, or nothing that can be read. */
export function recall(storage: MapParts['storage']): Remembered | null {
  try {
    const text = storage?.getItem(KEY)
    const read = text ? v.safeParse(remembered, JSON.parse(text)) : undefined
    return read?.success ? read.output : null
  } catch {
    return null
  }
}

export function remember(storage: MapParts['storage'], state: Remembered): void {
  try {
    storage?.setItem(KEY, JSON.stringify(state))
  } catch {
    // Full, or not allowed: the visitor finds the map as it is at the start.
  }
}
