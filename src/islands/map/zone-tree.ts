import { NO_STREET, streetOf } from '#rules/map/streets.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'

/** The zone list beside the map: streets that expand to their zones, by house number. */
export interface Street {
  name: string
  zones: readonly ZoneOutline[]
}
/** A row of the list; `place` is the zone's position in its street, from 1. */
export type Row =
  | { kind: 'street'; street: Street; open: boolean }
  | { kind: 'zone'; street: Street; zone: ZoneOutline; place: number }

/** What a key does: go to a row, open or close a street, act on a zone like a click, or deselect. */
export type Move =
  | { act: 'go'; to: number }
  | { act: 'open' | 'close'; street: string }
  | { act: 'choose'; pk: number }
  | { act: 'leave' }

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true, ignorePunctuation: true })

/** Streets from A to Z; zones without a street come last. */
export function byStreet(zones: readonly ZoneOutline[]): Street[] {
  const streets = new Map<string, { zone: ZoneOutline; number: number }[]>()
  for (const zone of zones) {
    const { street, number } = streetOf(zone)
    const known = streets.get(street)
    if (known) known.push({ zone, number })
    else streets.set(street, [{ zone, number }])
  }
  return [...streets]
    .sort(([a], [b]) => Number(a === NO_STREET) - Number(b === NO_STREET) || collator.compare(a, b))
    .map(([name, members]) => ({
      name,
      zones: members
        .sort((a, b) => a.number - b.number || collator.compare(a.zone.name, b.zone.name) || a.zone.pk - b.zone.pk)
        .map(({ zone }) => zone),
    }))
}

export const streetWith = (streets: readonly Street[], pk: number): Street | undefined =>
  streets.find(({ zones }) => zones.some((zone) => zone.pk === pk))

/** The visible rows. Zones of closed streets are left out, so that a town of thousands stays fast. */
export const visibleRows = (streets: readonly Street[], open: ReadonlySet<string>): Row[] =>
  streets.flatMap((street): Row[] => {
    const isOpen = open.has(street.name)
    const head: Row = { kind: 'street', street, open: isOpen }
    return isOpen
      ? [head, ...street.zones.map((zone, at): Row => ({ kind: 'zone', street, zone, place: at + 1 }))]
      : [head]
  })

/** Key of a row, for React and for the roving focus. */
export const rowKey = (row: Row): string =>
  row.kind === 'street' ? `street ${row.street.name}` : `zone ${row.zone.pk}`

const rowText = (row: Row): string => (row.kind === 'street' ? row.street.name : row.zone.name)
const startsWith = (text: string, letter: string) =>
  text.slice(0, letter.length).localeCompare(letter, 'en', { sensitivity: 'base' }) === 0

/** Keys of the ARIA tree pattern. Undefined for other keys. */
export function pressTreeKey(key: string, rows: readonly Row[], at: number): Move | undefined {
  const row = rows[at]
  if (!row) return undefined
  const go = (to: number): Move => ({ act: 'go', to: Math.max(0, Math.min(rows.length - 1, to)) })
  switch (key) {
    case 'ArrowDown':
      return go(at + 1)
    case 'ArrowUp':
      return go(at - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      if (row.kind === 'zone') return go(at)
      return row.open ? go(at + 1) : { act: 'open', street: row.street.name }
    case 'ArrowLeft':
      if (row.kind === 'zone') return go(rows.findLastIndex((each, index) => index < at && each.kind === 'street'))
      return row.open ? { act: 'close', street: row.street.name } : go(at)
    case 'Enter':
    case ' ':
      if (row.kind === 'zone') return { act: 'choose', pk: row.zone.pk }
      return { act: row.open ? 'close' : 'open', street: row.street.name }
    case 'Escape':
      return { act: 'leave' }
  }
  if (key.length !== 1) return undefined
  const later = [...rows.keys()].map((step) => (at + 1 + step) % rows.length)
  const found = later.find((index) => startsWith(rowText(rows[index]!), key))
  return found === undefined ? undefined : go(found)
}
