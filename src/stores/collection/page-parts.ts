import { pageParts as everyPageParts, storageOf } from '../shared/page-parts.ts'
import type { CollectionParts } from './parts.ts'

/** The parts of the collection page, and `data`, which the snapshot source needs. */
export function pageParts(page: Window & typeof globalThis) {
  const { data, address, ...others } = everyPageParts(page)
  const parts: Omit<CollectionParts, 'client' | 'snapshot' | 'apiBase'> = {
    ...others,
    storage: storageOf(page, 'localStorage'),
    address: {
      ...address,
      push: (query) => page.history.pushState(null, '', `${page.location.pathname}${query && `?${query}`}`),
      whenMoved(work) {
        page.addEventListener('popstate', work)
        return () => page.removeEventListener('popstate', work)
      },
    },
  }
  return { ...parts, data }
}
