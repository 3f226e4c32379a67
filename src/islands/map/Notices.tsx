import { useStore } from '../widgets/use-store.ts'
import { useState } from 'react'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { Icon } from '#components/Icon.tsx'
import { theMap, useMapStores } from './stores-context.ts'
import { Note } from '../widgets/Note.tsx'
import { MESSAGES, layerName, problemText } from './messages.ts'

const NOTE = { className: 'map-notice', next: theMap }

/** Dismissible notes on the map: the archive is away, a layer fails, or why another page led here. */
export function Notices({ layers }: { layers: MapLayers }) {
  const stores = useMapStores()
  const source = useStore(stores.$source)
  const problems = useStore(stores.$problems)
  const overlays = useStore(stores.$overlays)
  const baseMap = useStore(stores.$baseMap)
  const notice = useStore(stores.$notice)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())

  const notes = [...layers.overlays, ...layers.baseMaps].flatMap((layer) => {
    const problem = problems[layer.id]
    const isVisible = layer.id === baseMap || overlays[layer.id]?.visible
    return problem && isVisible ? [problemText(layerName(layer), problem)] : []
  })
  if (source === 'away') notes.unshift(MESSAGES.away)
  const shown = notes.filter((note) => !dismissed.has(note))
  return (
    <div className="map-notices" role="status">
      {source === 'none' && (
        <p className="map-notice">
          <Icon name="warning" />
          <span>
            {MESSAGES.none} <a href={ADDRESS.places}>All places by street</a>
          </span>
        </p>
      )}
      {shown.map((note) => (
        <Note key={note} {...NOTE} text={note} onClose={() => setDismissed(new Set([...dismissed, note]))} />
      ))}
      {notice && <Note {...NOTE} {...notice} onClose={stores.dismissNotice} />}
    </div>
  )
}
