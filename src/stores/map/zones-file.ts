import * as v from 'valibot'
import { id } from '#contract/fields.ts'
import { unpackZones, type ZoneOutline, type ZonesFile } from '#rules/map/zone-outlines.ts'

export interface ReadZones {
  zones: readonly ZoneOutline[]
  /** The archive's change counter at the build; null when the server has none. */
  counter: number | null
}

const finite = v.pipe(v.number(), v.finite())
const head = v.object({
  counter: v.nullable(finite),
  origin: v.tuple([finite, finite]),
  step: finite,
  zones: v.array(v.unknown()),
})
/** Coordinates are checked after unpacking: one that is not a number makes the box not finite. */
const isRings = (rings: unknown): boolean =>
  Array.isArray(rings) && rings.every((ring) => Array.isArray(ring) && ring.length >= 6 && ring.length % 2 === 0)
const row = v.tuple([
  id,
  v.string(),
  v.string(),
  v.array(v.string()),
  finite,
  v.custom<readonly (readonly number[])[]>(isRings),
])

const isDrawn = ({ box }: ZoneOutline) => box === null || box.every(Number.isFinite)

/** Reads `/data/zones.json`. Invalid rows are left out. Undefined when the file is something else. */
export function readZonesFile(file: unknown): ReadZones | undefined {
  const read = v.safeParse(head, file)
  if (!read.success) return undefined
  const { zones: rows, ...rest } = read.output
  const zones: ZonesFile['zones'][number][] = []
  for (const each of rows) if (v.is(row, each)) zones.push(each)
  return { zones: unpackZones({ ...rest, zones }).filter(isDrawn), counter: rest.counter }
}
