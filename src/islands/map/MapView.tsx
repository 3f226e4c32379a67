import { lazy, Suspense, useEffect, useRef } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import type { Overlay } from '#contract/overlay.ts'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { useStore } from '../widgets/use-store.ts'
import { mapPage } from './map-page.ts'
import { MapTools } from './MapTools.tsx'
import { Notices } from './Notices.tsx'
import { ItemOverview, Overview } from './Overview.tsx'
import { StoresContext, useMapStores } from './stores-context.ts'
import { Welcome } from './Welcome.tsx'
import './engine/engine.css'

/** Leaflet needs a window, so it is not imported at build. In a browser it loads while the page hydrates. */
const engine = import.meta.env.SSR ? undefined : import('./start-map.ts')

const compare = () => import('./Compare.tsx').then(({ Compare }) => ({ default: Compare }))
const LazyCompare = lazy(compare)

/** Loaded when two maps are compared. */
function Comparison({ layers }: { layers: MapLayers }) {
  const isOpen = useStore(useMapStores().$comparison) !== null
  return (
    isOpen && (
      <Suspense>
        <LazyCompare {...layers} />
      </Suspense>
    )
  )
}

interface Props {
  apiBase: string
  /** The archive's own layers at the last build. */
  overlays: readonly Overlay[]
  layers: MapLayers
}

/** Island: the map, its notices and popups. */
export default function MapView({ apiBase, overlays, layers }: Props) {
  const page = mapPage(apiBase, layers)
  const { stores } = page
  const canvas = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)
  const source = useStore(stores.$source)
  useEarlyInput(over, page.start)
  useEffect(() => {
    engine!
      .then(({ startMap }) => startMap(canvas.current!, page, { apiBase, overlays }))
      .catch(() => over.current?.closest('astro-island')?.setAttribute('data-failed', ''))
  }, [page, apiBase, overlays])
  return (
    <StoresContext value={stores}>
      {/* The static plan stays visible until zones are drawn, and for good when there are none. */}
      <div
        className="map-canvas"
        id="map-canvas"
        ref={canvas}
        data-drawn={(source !== 'loading' && source !== 'none') || undefined}
      />
      <div className="over-map" id="over-map" ref={over}>
        <Notices layers={layers} />
        <Comparison layers={layers} />
        <MapTools {...layers} />
        <Welcome />
        <Overview {...page} />
        <ItemOverview {...page} />
      </div>
    </StoresContext>
  )
}
