import { pageParts as everyPageParts, storageOf } from '../shared/page-parts.ts'
import type { MapParts } from './parts.ts'

/** The parts of the map page; its view is kept as long as the visitor's tab is open. */
export const pageParts = (page: Window & typeof globalThis): Omit<MapParts, 'client' | 'society'> => ({
  ...everyPageParts(page),
  storage: storageOf(page, 'sessionStorage'),
  history: {
    state: () => page.history.state as unknown,
    push: (state) => page.history.pushState(state, ''),
    back: () => page.history.back(),
    goHome: () => page.history.replaceState(page.history.state, '', `/${page.location.search}${page.location.hash}`),
    onMove(work) {
      const moved = ({ state }: PopStateEvent) => work(state)
      page.addEventListener('popstate', moved)
      return () => page.removeEventListener('popstate', moved)
    },
  },
})
