import { outlineOf, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { Archive } from '../types.ts'

interface Outlines {
  list: ZoneOutline[]
  find(pk: number): ZoneOutline | undefined
}
const cache = new WeakMap<Archive, Outlines>()

/** Every zone's outline with its item count; cached per archive. */
export function outlinesOf(archive: Archive): Outlines {
  const cached = cache.get(archive)
  if (cached) return cached
  const list = archive.lists.locations.map((zone) =>
    outlineOf(zone, archive.itemsOfLocation(zone.properties.pk).length),
  )
  const byId = new Map(list.map((outline) => [outline.pk, outline]))
  const outlines = { list, find: (pk: number) => byId.get(pk) }
  cache.set(archive, outlines)
  return outlines
}
