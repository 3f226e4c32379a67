import { useEffect, useRef, useState } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { useStore } from '../widgets/use-store.ts'
import { mapPage } from './map-page.ts'
import { showPlacePictures } from './place-pictures.ts'
import { MapTools } from './MapTools.tsx'
import { Popups } from './Popups.tsx'
import { StoresContext, theMap, useMapStores } from './stores-context.ts'
import { Welcome } from './Welcome.tsx'
import { useLater } from './year-stores.ts'
import { YearControl } from './YearControl.tsx'
import { isAlone } from '#client/edition.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { Icon } from '#components/Icon.tsx'
import { Note } from '../widgets/Note.tsx'
import { layerName, MESSAGES, problemText } from './messages.ts'

const compare = () => import('./Compare.tsx')

/** Loaded when two maps are compared. */
function Comparison({ layers }: { layers: MapLayers }) {
  const isOpen = useStore(useMapStores().$comparison) !== null
  const later = useLater(compare, isOpen)
  return isOpen && later && <later.Compare {...layers} />
}

interface Props {
  apiBase: string
  layers: MapLayers
  /** With holdings, ascending; none: there is nothing to choose. */
  years: readonly number[]
  /** HTML of the society's own welcome (snapshot/markdown.ts). */
  welcome?: string
}

/** Island: what lies over the map, its notices and popups. The map itself comes before it (start.ts). */
export default function MapView({ apiBase, layers, years, welcome }: Props) {
  const page = mapPage(apiBase, layers)
  const { stores } = page
  const over = useRef<HTMLDivElement>(null)
  useEarlyInput(over, page.start)
  useEffect(() => showPlacePictures(page), [page])
  return (
    <StoresContext value={stores}>
      <div className="over-map" id="over-map" ref={over}>
        <Comparison layers={layers} />
        {years.length > 0 && <YearControl layers={layers} years={years} />}
        <Notices layers={layers} />
        <MapTools {...layers} />
        <Welcome html={welcome} years={years} />
        <Popups {...page} />
      </div>
    </StoresContext>
  )
}

const NOTE = { className: 'map-notice', next: theMap }

/** Dismissible notes on the map: the archive is away, a layer fails, or why another page led here. */
function Notices({ layers }: { layers: MapLayers }) {
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
  if (source === 'away' && !isAlone) notes.unshift(MESSAGES.away)
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
