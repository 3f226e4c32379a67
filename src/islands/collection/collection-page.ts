import { createClient } from '#client/read-client.ts'
import { createCollectionStores } from '#stores/collection/create-collection-stores.ts'
import { listen } from '#stores/shared/listen.ts'
import { memoizeAsync } from '#stores/shared/memoize.ts'
import type { CollectionPageState, FirstResults } from './page-context.ts'
import { browserDeps as sharedBrowserDeps, storageOf } from '../../stores/shared/browser-deps.ts'
import type { CollectionDeps } from '../../stores/collection/deps.ts'

interface Options {
  apiBase: string
  first: FirstResults
}

/** The state of the collection page. It touches neither window nor network before it is started, so server rendering and hydration match. */
export function createCollectionPage({ apiBase, first }: Options): CollectionPageState {
  const { data, ...parts } = browserDeps(globalThis.window)
  const stores = createCollectionStores({
    ...parts,
    apiBase,
    client: createClient({ base: apiBase }),
    built: memoizeAsync(async () => (await import('./built-source.ts')).openBuiltSource(data)),
  })
  return { stores, first, data }
}

/** Loads what the address says, which may differ from the static page. */
export function startCollection({ stores }: CollectionPageState): void {
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) stores.stop()
  })
  // A page from the back/forward cache: the visitor may have logged in meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stores.start()
  })
  stores.start()
  delete document.documentElement.dataset.elsewhere
}

/** The browser's side of the collection page, and `data` for the files of the last build. */
export function browserDeps(page: Window & typeof globalThis) {
  const { data, address, ...others } = sharedBrowserDeps(page)
  const deps: Omit<CollectionDeps, 'client' | 'built' | 'apiBase'> = {
    ...others,
    storage: storageOf(page, 'localStorage'),
    onSessionChange: (work) => listen(page, 'storage', work),
    address: {
      ...address,
      push: (query) => page.history.pushState(null, '', `${page.location.pathname}${query && `?${query}`}`),
      onPopState: (work) => listen(page, 'popstate', work),
    },
  }
  return { ...deps, data }
}
