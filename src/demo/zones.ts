import { type Day, yearOf } from './dates.ts'
import type { Ring } from './geometry.ts'
import { EDGE_PARCELS, LOT_LANDMARKS, OUTLINE_LANDMARKS, type ZoneKind } from './landmarks.ts'
import type { Random } from './random.ts'
import { type Slot, ringOf, surveyBlocks } from './street-grid.ts'

/** One zone of the map with its lots; outlines in chains (geometry.ts), one ring a polygon, no holes. */
export interface Zone {
  pk: number
  /** Landmark key, or the address for ordinary lots. */
  key: string
  name: string
  address: string
  altnames: string[]
  kind: ZoneKind
  rings: Ring[]
  lots: string[]
  description: string
  street: string
  /** When the place was there (place-years.ts); undefined: not known. */
  from?: Day
  /** Whether `from` is a guess of the cataloguer. */
  circa?: boolean
  until?: Day
  predecessors?: number[]
  succession?: 'split' | 'joined' | 'moved'
  /** Names and addresses that it had until a year. */
  formerNames?: [name: string, from: Day, until: Day][]
}

/** The bounding box of merged lots. */
function merged(slots: Slot[]): Slot {
  const boxes = slots.map((slot) => slot.box)
  const box = [
    Math.min(...boxes.map((b) => b[0])),
    Math.min(...boxes.map((b) => b[1])),
    Math.max(...boxes.map((b) => b[2])),
    Math.max(...boxes.map((b) => b[3])),
  ] as const
  return { ...(slots[0] as Slot), box, lots: slots.flatMap((slot) => slot.lots) }
}

/** Neighbours in one row or column whose union is a rectangle again. */
function canMerge(a: Slot, b: Slot): boolean {
  const sameRow = a.box[1] === b.box[1] && a.box[3] === b.box[3] && a.box[2] === b.box[0]
  const sameColumn = a.box[0] === b.box[0] && a.box[2] === b.box[2] && Math.abs(a.box[1] - b.box[3]) < 1e-9
  return (sameRow || sameColumn) && a.street === b.street && !a.storefront && !b.storefront
}

function ordinaryZone(slot: Slot): Omit<Zone, 'pk'> {
  const address = `${slot.number} ${slot.street}`
  return {
    key: address,
    name: address,
    address: `${address}, Brannock Bay`,
    altnames: [],
    kind: slot.storefront ? 'shop' : 'house',
    rings: [ringOf(slot.box)],
    lots: slot.lots,
    description: '',
    street: slot.street,
  }
}

function landmarkZone(slot: Slot, landmark: (typeof LOT_LANDMARKS)[number]): Omit<Zone, 'pk'> {
  const { key, name, altnames, kind, description } = landmark
  return { ...ordinaryZone(slot), key, name, altnames, kind, description }
}

/** Every zone of the town, numbered from 1 in the order of the survey, then the outlines, then the farms. */
export function layOutZones(random: Random): Zone[] {
  const zones: Omit<Zone, 'pk'>[] = []
  for (const block of surveyBlocks()) {
    const taken = new Set<Slot>()
    for (const landmark of LOT_LANDMARKS) {
      const [column, row, ...indexes] = landmark.at
      if (column !== block.column || row !== block.row) continue
      const slots = indexes.map((i) => block.slots[i] as Slot)
      for (const slot of slots) taken.add(slot)
      zones.push(landmarkZone(merged(slots), landmark))
    }
    const rest = block.slots.filter((slot) => !taken.has(slot))
    for (let i = 0; i < rest.length; i++) {
      const [slot, next] = [rest[i] as Slot, rest[i + 1]]
      const merge = next !== undefined && canMerge(slot, next) && random.chance(0.3)
      zones.push(ordinaryZone(merge ? merged([slot, next]) : slot))
      if (merge) i++
    }
  }
  for (const landmark of OUTLINE_LANDMARKS) {
    zones.push({
      ...landmark,
      address: `${landmark.address}, Brannock Bay`,
      street: landmark.address.replace(/^\d+ /, ''),
    })
  }
  for (const parcel of EDGE_PARCELS) {
    const { name, address, kind, lots, ring } = parcel
    zones.push({ key: name, name, address, altnames: [], kind, rings: [ring], lots, description: '', street: '' })
  }
  return zones.map((zone, i) => ({ pk: i + 1, ...zone }))
}

/** The zone of a landmark key; throws when the plan has none. */
export function landmarkOf(zones: readonly Zone[], key: string): Zone {
  const zone = zones.find((candidate) => candidate.key === key)
  if (zone === undefined) throw new Error(`No zone for the landmark "${key}"`)
  return zone
}

/** Whether a place was there all through a year, or may have been, because it is not dated. */
export const stoodIn = ({ from = 0, until = 99990000 }: Zone, year: number): boolean =>
  yearOf(from) <= year && year < yearOf(until)
