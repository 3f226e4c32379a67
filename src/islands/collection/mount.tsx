import { createRoot } from 'react-dom/client'
import { createClient } from '#client/client.ts'
import { createCollectionStores } from '#stores/collection/create-collection-stores.ts'
import { pageParts } from '#stores/collection/page-parts.ts'
import { CollectionPage } from './CollectionPage.tsx'
import { lazySnapshot } from './lazy-snapshot.ts'
import { keepTouched } from './keep-touched.ts'
import type { FirstResults } from './stores-context.ts'

/** Takes the static page over where it stands: what was typed stays typed, what has the focus keeps it, and the first results stay until others come. */
function mount(home: HTMLElement): void {
  const { data, ...parts } = pageParts(window)
  const { api = '', first } = home.dataset
  const touched = keepTouched(home)
  const stores = createCollectionStores({
    ...parts,
    apiBase: api,
    client: createClient({ base: api }),
    snapshot: lazySnapshot({ data, thisYear: parts.thisYear }),
  })
  const isAsked = location.search !== ''
  const html = isAsked ? null : (home.querySelector('.cards')?.innerHTML ?? null)
  const told = JSON.parse(first!) as Pick<FirstResults, 'count' | 'facets'>
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) stores.stop()
  })
  // Who comes back to the page as it was may have logged in meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) stores.start()
  })
  stores.start()
  const words = touched.typed['collection-search']
  if (words && !isAsked) stores.search(words)
  createRoot(home).render(
    <CollectionPage
      stores={stores}
      first={{ ...told, html }}
      data={data}
      typed={touched.typed}
      onDrawn={() => {
        delete document.documentElement.dataset.asked
        touched.giveBack()
        home.dataset.live = 'true'
      }}
    />,
  )
}

const home = document.getElementById('collection-live')
if (home) mount(home)
