import type { ReactNode } from 'react'
import type { OldMap } from '#contract/old-maps.ts'
import type { OldMapsStore } from '#stores/review/maps/old-maps.ts'
import { named } from './messages.ts'
import { thumbnailOf } from './thumbnail.ts'

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
