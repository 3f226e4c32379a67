import { browserDeps as sharedBrowserDeps, storageOf } from '../shared/browser-deps.ts'
import type { MapDeps } from './deps.ts'

/** The browser's side of the map page. The view is stored for as long as the tab is open. */
export const browserDeps = (page: Window & typeof globalThis): Omit<MapDeps, 'client' | 'society'> => ({
  ...sharedBrowserDeps(page),
  storage: storageOf(page, 'sessionStorage'),
  lastingStorage: storageOf(page, 'localStorage'),
  history: {
    state: () => page.history.state as unknown,
    push: (state) => page.history.pushState(state, ''),
    back: () => page.history.back(),
    goHome: (state) => page.history.replaceState(state, '', `/${page.location.search}${page.location.hash}`),
    onMove: (work) => page.addEventListener('popstate', ({ state }) => work(state)),
  },
})
