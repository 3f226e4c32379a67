import { useRef, useState } from 'react'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { MapRow } from './MapRow.tsx'
import { TEXT } from './messages.ts'

interface Props {
  store: OldMapsStore
  maps: readonly OldMap[]
  apiBase: string
  onEdit: (map: OldMap) => void
  onReplace: (map: OldMap) => void
}

/** The maps of the archive: the legend, which can be sorted; aerial pictures; and what no legend has. */
export function MapList({ store, maps, apiBase, onEdit, onReplace }: Props) {
  const rows = { store, apiBase, onEdit, onReplace }
  const of = (role: OldMap['role']) => maps.filter((map) => map.role === role && map.removed === null)
  const sorted = of('old map')
  const rest: [heading: string, maps: OldMap[]][] = [
    ['Aerial pictures', of('base map')],
    ['Not shown to visitors', of('hidden')],
  ]
  return (
    <>
      <section aria-labelledby="maps-legend">
        <h2 id="maps-legend">{TEXT.legendHeading}</h2>
        {sorted.length === 0 ? <p className="empty">{TEXT.none}</p> : <p className="meta">{TEXT.lead}</p>}
        <Sortable maps={sorted} {...rows} />
      </section>
      {rest.map(
        ([heading, some]) =>
          some.length > 0 && (
            <section key={heading} aria-label={heading}>
              <h2>{heading}</h2>
              <ul className="rows maps-list">
                {some.map((map) => (
                  <li key={map.layer}>
                    <MapRow map={map} {...rows} />
                  </li>
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  )
}

function Sortable({ maps, ...rows }: Props) {
  const { store } = rows
  const [dragged, setDragged] = useState<OldMap | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  async function move(map: OldMap, place: number, button?: 'up' | 'down') {
    await store.move(map, place)
    if (!button) return
    // At an end its button is gone: the other one gets the focus.
    const row = list.current?.querySelector(`[data-layer="${map.layer}"]`)
    const [wanted, other] = button === 'up' ? ['up', 'down'] : ['down', 'up']
    const target =
      row?.querySelector<HTMLElement>(`[data-move=${wanted}]`) ??
      row?.querySelector<HTMLElement>(`[data-move=${other}]`)
    target?.focus()
  }
  return (
    <ol className="rows maps-list" ref={list}>
      {maps.map((map, at) => (
        <li
          key={map.layer}
          data-layer={map.layer}
          data-dragged={dragged?.layer === map.layer || undefined}
          data-over={over === at || undefined}
          draggable={maps.length > 1}
          onDragStart={({ dataTransfer }) => {
            dataTransfer.effectAllowed = 'move'
            dataTransfer.setData('text/plain', map.title)
            setDragged(map)
          }}
          onDragOver={(event) => {
            if (!dragged) return
            event.preventDefault()
            setOver(at)
          }}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged) void move(dragged, at)
            setDragged(null)
            setOver(null)
          }}
          onDragEnd={() => {
            setDragged(null)
            setOver(null)
          }}
        >
          <MapRow map={map} {...rows}>
            {at > 0 && (
              <button
                type="button"
                className="small-button"
                data-move="up"
                onClick={() => void move(map, at - 1, 'up')}
              >
                <span aria-hidden="true">↑</span>
                <span className="visually-hidden">{`Move ${map.title} up`}</span>
              </button>
            )}
            {at < maps.length - 1 && (
              <button
                type="button"
                className="small-button"
                data-move="down"
                onClick={() => void move(map, at + 1, 'down')}
              >
                <span aria-hidden="true">↓</span>
                <span className="visually-hidden">{`Move ${map.title} down`}</span>
              </button>
            )}
          </MapRow>
        </li>
      ))}
    </ol>
  )
}
