import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { NO_STREET, streetOf } from '#rules/map/streets.ts'
import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { countOfItems } from '#rules/names/record-names.ts'
import { useStore } from '../widgets/use-store.ts'
import { useMapStores } from './stores-context.ts'

/** The zone list beside the map: streets that expand to their zones, by house number. */
interface Street {
  name: string
  zones: readonly ZoneOutline[]
}
/** A row of the list; `place` is the zone's position in its street, from 1. */
export type Row =
  | { kind: 'street'; street: Street; open: boolean }
  | { kind: 'zone'; street: Street; zone: ZoneOutline; place: number }

/** What a key does: go to a row, open or close a street, act on a zone like a click, or deselect. */
type Move =
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

/** Streets with their number of zones at the last build: a placeholder until the zones are loaded, so that nothing below moves. */
export type StreetCounts = readonly (readonly [street: string, zones: number])[]

/** The map's equivalent for keyboards and screen readers: all zones by street. Enter selects and zooms, Enter again opens the overview. */
export function ZoneTree({ streets: built }: { streets: StreetCounts }) {
  const stores = useMapStores()
  const zones = useStore(stores.$zones)
  const selected = useStore(stores.$selected)
  const source = useStore(stores.$source)
  const streets = useMemo(() => byStreet(zones), [zones])
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef(false)

  // Follow the selection: open its street and make its row the focusable one.
  const [shown, setShown] = useState<{ pk: number | null; streets: unknown }>({ pk: null, streets: null })
  if (shown.pk !== selected || (selected !== null && shown.streets !== streets)) {
    setShown({ pk: selected, streets })
    const street = selected === null ? undefined : streetWith(streets, selected)
    if (street) {
      setOpen(new Set([...open, street.name]))
      setAt(`zone ${selected}`)
    }
  }

  const rows = useMemo(() => visibleRows(streets, open), [streets, open])
  const focusable = Math.max(
    0,
    rows.findIndex((row) => rowKey(row) === at),
  )

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [focusable, rows])

  const toggle = (street: string, opened: boolean) => {
    const next = new Set(open)
    if (opened) next.add(street)
    else next.delete(street)
    setOpen(next)
    setAt(`street ${street}`)
  }
  const choose = (pk: number) => {
    setAt(`zone ${pk}`)
    if (stores.$selected.get() === pk) stores.openOverview(pk)
    else stores.zoomToZone(pk)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const move = pressTreeKey(event.key, rows, focusable)
    if (!move || (move.act === 'leave' && selected === null)) return
    event.preventDefault()
    if (move.act === 'go') {
      moved.current = true
      setAt(rowKey(rows[move.to]!))
    } else if (move.act === 'choose') choose(move.pk)
    else if (move.act === 'leave') stores.clickZone(selected!)
    else toggle(move.street, move.act === 'open')
  }

  if (streets.length === 0) return source === 'loading' ? <StreetsAtFirst streets={built} /> : null
  return (
    <ul className="zone-tree" role="tree" aria-label="Zones by street" ref={list} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <TreeRow
          key={rowKey(row)}
          row={row}
          selected={row.kind === 'zone' && row.zone.pk === selected}
          focusable={index === focusable}
          onToggle={toggle}
          onChoose={choose}
        />
      ))}
    </ul>
  )
}

interface RowProps {
  row: Row
  selected: boolean
  focusable: boolean
  onToggle: (street: string, open: boolean) => void
  onChoose: (pk: number) => void
}

function TreeRow({ row, selected, focusable, onToggle, onChoose }: RowProps) {
  const stores = useMapStores()
  const tabIndex = focusable ? 0 : -1
  if (row.kind === 'street') {
    const { street, open } = row
    return (
      <li
        role="treeitem"
        className="tree-street"
        aria-level={1}
        aria-expanded={open}
        aria-selected={false}
        tabIndex={tabIndex}
        onClick={() => onToggle(street.name, !open)}
      >
        {street.name}{' '}
        <span className="figures">
          {street.zones.length}
          <span className="visually-hidden"> {street.zones.length === 1 ? 'zone' : 'zones'}</span>
        </span>
      </li>
    )
  }
  const { zone, street, place } = row
  return (
    <li
      role="treeitem"
      className="tree-zone"
      aria-level={2}
      aria-selected={selected}
      aria-setsize={street.zones.length}
      aria-posinset={place}
      tabIndex={tabIndex}
      onClick={() => onChoose(zone.pk)}
      onPointerEnter={() => stores.hover(zone.pk)}
      onPointerLeave={() => stores.hover(null)}
      onFocus={() => stores.hover(zone.pk)}
      onBlur={() => stores.hover(null)}
    >
      {zone.name} {zone.items > 0 && <span className="figures">{countOfItems(zone.items)}</span>}
    </li>
  )
}

/** The placeholder until the zones are loaded. */
const StreetsAtFirst = ({ streets }: { streets: StreetCounts }) => (
  <ul className="zone-tree" aria-hidden="true">
    {streets.map(([street, zones]) => (
      <li key={street} className="tree-street">
        {street} <span className="figures">{zones}</span>
      </li>
    ))}
  </ul>
)
