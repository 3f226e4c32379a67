import type { ZoneOutline } from '#rules/map/zone-outlines.ts'
import { packZones } from '#rules/map/zone-outlines.ts'
import { MAP_DATA } from '#rules/addresses/page-addresses.ts'
import { createMapStores } from '#stores/map/create-map-stores.ts'
import type { MapDeps } from '#stores/map/deps.ts'
import { AWAY, clock, happening, network, settle, Status, THIS_YEAR, type Reply } from '../shared/fakes.ts'
import { aHistory } from './fake-history.ts'

export { AWAY, settle, Status, THIS_YEAR, type Reply }
export const SOCIETY = {
  centre: [-9094456.127456, 5397978.160185],
  zoom: 15,
  overlays: [{ id: 'town-1856' }, { id: 'town-1879' }, { id: 'county-1862' }],
  baseMaps: [{ id: 'aerial-2015' }, { id: 'aerial-2006' }, { id: 'osm' }],
} as const

const RIGHT_HERE = [-9094000, 5398000] as const
/** A square zone of 10 metres; zones lie side by side in the order of their numbers. */
export function aZone(pk: number, more: Partial<ZoneOutline> = {}): ZoneOutline {
  const [x, y] = [RIGHT_HERE[0] + pk * 10, RIGHT_HERE[1]]
  const rings = [Float64Array.from([x, y, x + 10, y, x + 10, y + 10, x, y + 10])]
  return { pk, name: `Zone ${pk}`, address: '', altnames: [], items: 0, rings, box: [x, y, x + 10, y + 10], ...more }
}
/** The same on the wire, its outline somewhere in the world. */
export const aFeature = (pk: number, name = `Zone ${pk}`, more: object = {}) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-81, 43],
        [-81, 43.1],
        [-80.9, 43],
        [-81, 43],
      ],
    ],
  },
  properties: { pk, name, address: '', altnames: '[]', ...more },
})
export const features = (...rows: unknown[]) => ({ type: 'FeatureCollection', features: rows })

export interface Given {
  api?: Record<string, Reply>
  zones?: readonly ZoneOutline[] | null
  counter?: number | null
  data?: Record<string, unknown>
  query?: string
  stored?: string
  /** The storage of later visits. */
  kept?: Record<string, string>
  /** The state of the first history entry. */
  state?: unknown
}

/** The stores with fake dependencies: clock, network, files, address and storage. */
export function world({
  api = {},
  zones = [aZone(1), aZone(2), aZone(3)],
  counter = 7,
  data = {},
  query = '',
  stored,
  kept = {},
  state = null,
}: Given = {}) {
  const replies: Record<string, Reply> = { '/api/changes/': () => ({ counter }), ...api }
  const files: Record<string, unknown> = { ...(zones && { [MAP_DATA.zones]: packZones(zones, counter) }), ...data }
  const { client, asked, askedOf } = network(replies)
  const { schedule, pass, waiting } = clock()
  const online = happening()
  const travels = aHistory(state, query)
  const page = {
    written: 0,
    get query() {
      return travels.here().query
    },
    set query(next) {
      travels.here().query = next
    },
  }
  const storage = new Map<string, string>(stored === undefined ? [] : [['lotline-map', stored]])
  const lasting = new Map<string, string>(Object.entries(kept))
  const parts: MapDeps = {
    client,
    data: async (path) => {
      asked.push(path)
      if (!Object.hasOwn(files, path)) throw new Error('404')
      return structuredClone(files[path])
    },
    society: SOCIETY,
    thisYear: THIS_YEAR,
    storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
    lastingStorage: {
      getItem: (key) => lasting.get(key) ?? null,
      setItem: (key, value) => void lasting.set(key, value),
      removeItem: (key) => void lasting.delete(key),
    },
    address: {
      read: () => new URLSearchParams(page.query),
      replace(next) {
        page.query = next
        page.written++
      },
    },
    history: travels.history,
    schedule: schedule,
    whenOnline: online.listen,
  }
  const stores = createMapStores(parts)
  return {
    stores,
    parts,
    travels,
    asked,
    askedOf,
    replies,
    files,
    page,
    storage,
    lasting,
    waiting,
    listening: online.listening,
    comeOnline: online.happen,
    pass,
    /** Starts, and runs everything that needs no delay. */
    async begin() {
      const started = stores.start()
      await pass()
      await started
    },
  }
}
export type World = ReturnType<typeof world>
