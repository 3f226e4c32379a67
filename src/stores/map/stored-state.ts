import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { MAP } from '#contract/limits.ts'
import { TILE_ZOOM } from '#contract/overlay.ts'
import type { MapDeps } from './deps.ts'

const KEY = 'lotline-map'

/** Half the circumference of the earth in web mercator metres. */
const WORLD = 20_037_508.35
const metres = v.pipe(v.number(), v.minValue(-WORLD), v.maxValue(WORLD))
const part = <S extends v.GenericSchema>(schema: S) => v.fallback(v.nullable(schema), null)
const flag = v.optional(v.fallback(v.optional(v.boolean()), undefined))

/** How the visitor left the map. An unreadable part is null and falls back to the default. */
const storedState = v.object({
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
})
export type StoredState = v.InferOutput<typeof storedState>

/** Null when nothing readable is stored. */
export function readStoredState(storage: MapDeps['storage']): StoredState | null {
  try {
    const text = storage?.getItem(KEY)
    const read = text ? v.safeParse(storedState, JSON.parse(text)) : undefined
    return read?.success ? read.output : null
  } catch {
    return null
  }
}

export function storeState(storage: MapDeps['storage'], state: StoredState): void {
  try {
    storage?.setItem(KEY, JSON.stringify(state))
  } catch {
    // The storage is full or blocked: the visitor will find the default view.
  }
}
