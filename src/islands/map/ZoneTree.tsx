import { countOfItems } from '#rules/names/record-names.ts'
import { useStore } from '../widgets/use-store.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useMapStores } from './stores-context.ts'
import { byStreet, pressTreeKey, rowKey, streetWith, visibleRows, type Row } from './zone-tree.ts'

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
