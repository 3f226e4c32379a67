import type { Map as LeafletMap } from 'leaflet'
import type { Client } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { society as settings } from '#society'
import { createMapStores, type MapStores } from '#stores/map/create-map-stores.ts'
import { browserDeps } from '#stores/map/deps.ts'
import { createSheet, type SheetControl } from './sheet-control.ts'

/** As map-live.css has it. */
const PHONE = '(max-width: 700px)'

/** Shared by the two islands of the map page. */
export interface MapPage {
  stores: MapStores
  layers: MapLayers
  client: Client
  /** Reads a JSON file of the last build. */
  data: (path: string) => Promise<unknown>
  sheet: SheetControl
  /** Once it is there. */
  map?: LeafletMap
  /** Restores the view and loads zones. Only the first call counts. */
  start(): void
}

let page: MapPage | undefined

/** Pixels. */
export const heightOf = (selector: string) => document.querySelector<HTMLElement>(selector)!.offsetHeight

/** The page's state. It touches neither window nor network before `start`, so server rendering and hydration match. */
export const mapPage = (apiBase: string, layers: MapLayers): MapPage =>
  import.meta.env.SSR ? createMapPage(apiBase, layers) : (page ??= createMapPage(apiBase, layers))

function createMapPage(apiBase: string, layers: MapLayers): MapPage {
  const client = createClient({ base: apiBase })
  const society = { ...settings.map, ...layers }
  const parts = browserDeps(globalThis.window)
  const stores = createMapStores({ ...parts, client, society })
  const sheet = createSheet(stores, {
    isPhone: () => matchMedia(PHONE).matches,
    room: () => document.getElementById('map-home')!.clientHeight,
    head: () => heightOf('.sheet-head') + heightOf('.opening'),
  })
  let isStarted = false
  return {
    stores,
    layers,
    client,
    data: parts.data,
    sheet,
    start() {
      if (isStarted) return
      isStarted = true
      addEventListener('pagehide', stores.flush)
      void stores.start()
    },
  }
}
