import { boundingBox } from '#rules/map/geometry.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

type Corners = readonly (readonly [number, number])[]
/** A zone of rings in metres. */
export const zoneOf = (pk: number, ...rings: Corners[]): ZoneOutline => ({
  pk,
  name: `Zone ${pk}`,
  address: '',
  altnames: [],
  items: 0,
  rings: rings.map((ring) => Float64Array.from(ring.flat())),
  box: rings.length === 0 ? null : boundingBox(rings),
})
/** A square around a point. */
export const square = (pk: number, x: number, y: number, half = 4): ZoneOutline =>
  zoneOf(pk, [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ])
