import { outlineOf, type ZoneOutline } from '#rules/zone-outlines.ts'
import type { Archive } from '../types.ts'

interface Outlines {
  list: ZoneOutline[]
  find(pk: number): ZoneOutline | undefined
}
const known = new WeakMap<Archive, Outlines>()

/** Every zone's outline in web mercator metres, with how many items it has; made once an archive. */
export function outlinesOf(archive: Archive): Outlines {
  const made = known.get(archive)
  if (made) return made
  const list = archive.lists.locations.map((zone) =>
    outlineOf(zone, archive.itemsOfLocation(zone.properties.pk).length),
  )
  const byId = new Map(list.map((outline) => [outline.pk, outline]))
  const outlines = { list, find: (pk: number) => byId.get(pk) }
  known.set(archive, outlines)
  return outlines
}
