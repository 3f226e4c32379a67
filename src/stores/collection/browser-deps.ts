import { browserDeps as sharedBrowserDeps, storageOf } from '../shared/browser-deps.ts'
import type { CollectionDeps } from './deps.ts'

/** The browser's side of the collection page, and `data` for the files of the last build. */
export function browserDeps(page: Window & typeof globalThis) {
  const { data, address, ...others } = sharedBrowserDeps(page)
  const deps: Omit<CollectionDeps, 'client' | 'built' | 'apiBase'> = {
    ...others,
    storage: storageOf(page, 'localStorage'),
    onSessionChange(work) {
      page.addEventListener('storage', work)
      return () => page.removeEventListener('storage', work)
    },
    address: {
      ...address,
      push: (query) => page.history.pushState(null, '', `${page.location.pathname}${query && `?${query}`}`),
      onPopState(work) {
        page.addEventListener('popstate', work)
        return () => page.removeEventListener('popstate', work)
      },
    },
  }
  return { ...deps, data }
}
