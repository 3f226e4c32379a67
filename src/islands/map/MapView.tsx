import { lazy, Suspense, useRef } from 'react'
import type { MapLayers } from '#contract/map-layers.ts'
import { useEarlyInput } from '../widgets/use-early-input.ts'
import { useStore } from '../widgets/use-store.ts'
import { mapPage } from './map-page.ts'
import { MapTools } from './MapTools.tsx'
import { Notices } from './Notices.tsx'
import { Popups } from './Popups.tsx'
import { StoresContext, useMapStores } from './stores-context.ts'
import { Welcome } from './Welcome.tsx'

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
  layers: MapLayers
}

/** Island: what lies over the map, its notices and popups. The map itself comes before it (start.ts). */
export default function MapView({ apiBase, layers }: Props) {
  const page = mapPage(apiBase, layers)
  const { stores } = page
  const over = useRef<HTMLDivElement>(null)
  useEarlyInput(over, page.start)
  return (
    <StoresContext value={stores}>
      <div className="over-map" id="over-map" ref={over}>
        <Notices layers={layers} />
        <Comparison layers={layers} />
        <MapTools {...layers} />
        <Welcome />
        <Popups {...page} />
      </div>
    </StoresContext>
  )
}
