import type { ReactNode } from 'react'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { named } from './messages.ts'
import { toMercator } from '#rules/map/geometry.ts'
import { tileTemplate } from '#rules/map/layer-selection.ts'

interface Props {
  map: OldMap
  apiBase: string
  store: OldMapsStore
  onEdit: (map: OldMap) => void
  onReplace: (map: OldMap) => void
  children?: ReactNode
}

/** A map of the archive. */
export function MapRow({ map, apiBase, store, onEdit, onReplace, children }: Props) {
  const { layer, title, description, credit, file, inLegend, role } = map
  const thumbnail = thumbnailOf(map, apiBase)
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
          {file && (
            <span>{`${file.width.toLocaleString('en-CA')} × ${file.height.toLocaleString('en-CA')} pixels`}</span>
          )}
          {credit?.text && <span>{credit.text}</span>}
        </p>
        {file === null && <p className="field-error">Its picture is not in the archive yet.</p>}
        {file?.ready === false && <p className="field-error">Its tiles are being made again.</p>}
      </div>
      <p className="buttons">
        {children}
        <button type="button" className="small-button" onClick={() => onEdit(map)}>
          Change<span className="visually-hidden"> {title}</span>
        </button>
        {file && (
          <>
            <button type="button" className="small-button" onClick={() => onReplace(map)}>
              Replace<span className="visually-hidden"> {title}</span>
            </button>
            <button type="button" className="small-button" onClick={() => void store.remove(map)}>
              Remove<span className="visually-hidden"> {title}</span>
            </button>
          </>
        )}
      </p>
    </div>
  )
}

const WORLD = 2 * Math.PI * 6378137

/** A tile from the middle of a map, of a level where the map covers all of it. Undefined while there are no tiles. */
function thumbnailOf({ layer, file }: Pick<OldMap, 'layer' | 'file'>, apiBase: string): string | undefined {
  if (!file?.ready) return undefined
  const [west, south, east, north] = file.bounds as [number, number, number, number]
  const [left, bottom] = toMercator([west, south])
  const [right, top] = toMercator([east, north])
  // Of this level, at least two tiles lie side by side within the map.
  const filled = Math.ceil(Math.log2(WORLD / Math.min(right - left, top - bottom))) + 1
  const zoom = Math.min(file.maximum_zoom, Math.max(file.minimum_zoom, filled))
  const side = WORLD / 2 ** zoom
  const address: Record<string, number> = {
    z: zoom,
    x: Math.floor(((left + right) / 2 + WORLD / 2) / side),
    y: Math.floor((WORLD / 2 - (top + bottom) / 2) / side),
  }
  return tileTemplate(apiBase, layer, file.version).replace(/\{([zxy])\}/g, (_, key: string) => String(address[key]))
}
