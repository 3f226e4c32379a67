import type { PageAddress, SharedDeps } from '../shared/deps.ts'
import { browserDeps as sharedBrowserDeps, storageOf } from '../shared/browser-deps.ts'

const addressWith = ({ location }: Window, query: string) => `${location.pathname}${query && `?${query}`}`

/** The browser's side of the map page. The view is stored for as long as the tab is open. */
export const browserDeps = (page: Window & typeof globalThis): Omit<MapDeps, 'client' | 'society'> => ({
  ...sharedBrowserDeps(page),
  storage: storageOf(page, 'sessionStorage'),
  lastingStorage: storageOf(page, 'localStorage'),
  history: {
    state: () => page.history.state as unknown,
    push: (state, query) => page.history.pushState(state, '', addressWith(page, query)),
    insertBefore(query, state) {
      const { href } = page.location
      page.history.replaceState(page.history.state, '', addressWith(page, query))
      page.history.pushState(state, '', href)
    },
    back(query) {
      const { navigation } = page
      if (!navigation || navigation.entries()[navigation.currentEntry!.index - 1]?.sameDocument)
        return page.history.back()
      page.history.replaceState(null, '', addressWith(page, query))
      page.dispatchEvent(new Event('popstate'))
    },
    goHome: (state) => page.history.replaceState(state, '', `/${page.location.search}${page.location.hash}`),
    onMove: (work) => page.addEventListener('popstate', work),
  },
})

/** The part of `map` in society.ts that the stores use. */
export interface MapSociety {
  /** EPSG:3857 metres. */
  centre: readonly [x: number, y: number]
  zoom: number
  overlays: readonly { id: string }[]
  /** The first is shown at the start. */
  baseMaps: readonly { id: string }[]
}

/** What the map's stores need from outside. Tests pass fakes. */
export interface MapDeps extends SharedDeps {
  /** Reads a JSON file of the last build (MAP_DATA). Rejects when it is missing or not JSON. */
  data(path: string): Promise<unknown>
  society: MapSociety
  /** Stores the view while the visitor is on other pages; null where the browser blocks storage. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Stores what holds for later visits; null as above. */
  lastingStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
  address: PageAddress
  history: PageHistory
}

export interface PageHistory {
  /** The state of the current entry. */
  state(): unknown
  /** Adds an entry with this query (without its question mark). */
  push(state: object, query: string): void
  /** Adds an entry with this query before the current one, which gets `state` and stays the current one. */
  insertBefore(query: string, state: object): void
  /**
   * Goes back one entry, asynchronously. If the one below is not of this page, this one gets the `query` instead: Chromium keeps fifty entries, and
   * drops first those that nobody has clicked in, as `insertBefore` adds them.
   */
  back(query: string): void
  /** The map page has two addresses, `/` and `/map/`: changes the path of the current entry to `/`, and its state. */
  goHome(state: unknown): void
  /** Calls `work` at each entry that the visitor goes to. */
  onMove(work: () => void): void
}
