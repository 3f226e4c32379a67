import { browserDeps as sharedBrowserDeps, storageOf } from '../shared/browser-deps.ts'
import type { MapDeps } from './deps.ts'

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
    back: () => page.history.back(),
    goHome: (state) => page.history.replaceState(state, '', `/${page.location.search}${page.location.hash}`),
    onMove: (work) => page.addEventListener('popstate', work),
  },
})
