import { type ReactNode, useRef, useState } from 'react'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { named, TEXT } from './messages.ts'
import { whenText } from '../messages.ts'
import { mapThumbnail } from '#rules/map/map-thumbnail.ts'
import { formatNumber } from '#rules/names/record-names.ts'
import { SmallButton } from '../../widgets/Button.tsx'

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
              <SmallButton data-move="up" onClick={() => void move(map, at - 1, 'up')}>
                <span aria-hidden="true">↑</span>
                <span className="visually-hidden">{`Move ${map.title} up`}</span>
              </SmallButton>
            )}
            {at < maps.length - 1 && (
              <SmallButton data-move="down" onClick={() => void move(map, at + 1, 'down')}>
                <span aria-hidden="true">↓</span>
                <span className="visually-hidden">{`Move ${map.title} down`}</span>
              </SmallButton>
            )}
          </MapRow>
        </li>
      ))}
    </ol>
  )
}

/** Maps in the trash, which can be brought back until a person empties it: removed ones, and those that another scan or placement replaced. */
export function RemovedMaps({ store, maps }: { store: OldMapsStore; maps: readonly OldMap[] }) {
  const inTrash = maps.filter(({ removed, earlier }) => removed !== null || earlier)
  if (inTrash.length === 0) return null
  return (
    <section aria-labelledby="maps-removed">
      <h2 id="maps-removed">Removed and replaced maps</h2>
      <p className="meta">Their files are in the trash, which only the command line empties.</p>
      <ul className="rows maps-list">
        {inTrash.map((map) => (
          <li key={map.layer}>
            <div className="maps-row">
              <div className="maps-about">
                <p className="row-name">{named(map)}</p>
                <p className="meta">
                  {map.removed !== null && <span>Removed {whenText(map.removed)}</span>}
                  {map.earlier && (
                    <span>
                      As it was before it was replaced, {whenText(map.earlier.at)}: {map.earlier.file_name}
                    </span>
                  )}
                </p>
              </div>
              <p className="buttons">
                <SmallButton onClick={() => void store.restore(map)}>
                  Bring Back
                  <span className="visually-hidden">
                    {map.earlier && ' the earlier'} {map.title}
                  </span>
                </SmallButton>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface MapRowProps {
  map: OldMap
  apiBase: string
  store: OldMapsStore
  onEdit: (map: OldMap) => void
  onReplace: (map: OldMap) => void
  children?: ReactNode
}

/** A map of the archive. */
function MapRow({ map, apiBase, store, onEdit, onReplace, children }: MapRowProps) {
  const { layer, title, description, credit, file, inLegend, role } = map
  const thumbnail = file?.ready && mapThumbnail(apiBase, { layer, ...file })
  return (
    <div className="maps-row">
      <div className="maps-thumb">
        {thumbnail && <img src={thumbnail} alt="" width={96} height={96} loading="lazy" draggable={false} />}
      </div>
      <div className="maps-about">
        <p className="row-name">{named(map)}</p>
        {description && <p className="maps-description">{description}</p>}
        <p className="meta">
          {role === 'old map' && <span>{inLegend ? 'In the legend' : 'Not in the legend'}</span>}
          <span>Layer {layer}</span>
          {file && <span>{file.name}</span>}
          {file && <span>{`${formatNumber(file.width)} × ${formatNumber(file.height)} pixels`}</span>}
          {credit?.text && <span>{credit.text}</span>}
        </p>
        {file === null && <p className="field-error">Its picture is not in the archive yet.</p>}
        {file?.ready === false && <p className="field-error">Its tiles are being made again.</p>}
      </div>
      <p className="buttons">
        {children}
        <SmallButton onClick={() => onEdit(map)}>
          Change<span className="visually-hidden"> {title}</span>
        </SmallButton>
        {file && (
          <>
            <SmallButton onClick={() => onReplace(map)}>
              Replace<span className="visually-hidden"> {title}</span>
            </SmallButton>
            <SmallButton onClick={() => void store.remove(map)}>
              Remove<span className="visually-hidden"> {title}</span>
            </SmallButton>
          </>
        )}
      </p>
    </div>
  )
}
