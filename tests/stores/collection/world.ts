import { collection } from '#contract/collection.ts'
import type { ItemFacets } from '#contract/item-facets.ts'
import { item } from '#contract/item.ts'
import { resultCard, type ResultCard } from '#views/result-card.ts'
import { createCollectionStores } from '#stores/collection/create-collection-stores.ts'
import type { CollectionDeps } from '#stores/collection/deps.ts'
import type { ItemSource } from '#stores/collection/item-source.ts'
import * as v from 'valibot'
import { AWAY, clock, happening, network, settle, Status, THIS_YEAR, type Reply } from '../shared/fakes.ts'

export { AWAY, settle, Status, THIS_YEAR, type Reply }

/** An item on the wire. */
export const anItem = (id: number, title = `Item ${id}`, more: object = {}) => ({
  id,
  type: 'photograph',
  title,
  general_description: '',
  visibility: 'published',
  ...more,
})
const aCard = (id: number, title: string): ResultCard => resultCard(v.parse(item, anItem(id, title)), '')
export const aCollection = (id: number, parent: number | null = null, more: object = {}) => ({
  id,
  collection_name: `Collection ${id}`,
  collection_description: '',
  hierarchy: 'fond',
  parent_collection: parent,
  ...more,
})
export const facetsOf = (count: number): ItemFacets => ({
  count,
  types: [{ type: 'photograph', count }],
  decades: [],
  undated: 0,
  earlier: 0,
  subjects: [],
  collections: [],
})
/** A list with one item whose title is the query. */
export const saying: Reply = (query) => {
  const page = query.get('page')
  query.delete('page')
  query.delete('page_size')
  query.delete('visibility')
  return { count: 95, results: [anItem(1, `${decodeURIComponent(query.toString())}|${page}`)] }
}

const [ONE, TWO] = [v.parse(collection, aCollection(1)), v.parse(collection, aCollection(2, 1))] as const

/** A last build of 25 items that match all filters. */
export const aBuild = (more: Partial<ItemSource> = {}): ItemSource => ({
  isBuilt: true,
  list: async ({ search, page }) => ({
    count: 25,
    items: page > 3 ? [] : [aCard(page, `built ${search.search} ${search.type ?? 'all'} ${page}`)],
    shortened: [],
    suggestion: '',
  }),
  facets: async () => facetsOf(25),
  places: async () => [{ location: 4, count: 25 }],
  suggest: async (kind, text) => ({ tags: [{ id: 9, name: `${kind} ${text}`, detail: '' }], more: 1 }),
  collections: async () => [ONE, TWO],
  collection: async (id) => (id === 2 ? { collection: TWO, parent: ONE, children: [] } : null),
  names: async (_kind, ids) => new Map(ids.filter((id) => id < 100).map((id) => [id, `Built ${id}`])),
  ...more,
})

export interface Given {
  api?: Record<string, Reply>
  built?: ItemSource
  query?: string
}

/** The stores with fake dependencies: clock, network, last build, address and history. */
export function world({ api = {}, built = aBuild(), query = '' }: Given = {}) {
  const replies: Record<string, Reply> = {
    '/api/items/': saying,
    '/api/items/facets/': () => facetsOf(95),
    '/api/items/places/': () => [{ location: 3, count: 95 }],
    '/api/collections/': () => [],
    ...api,
  }
  const { client, asked, askedOf } = network(replies)
  const { schedule, pass, waiting } = clock()
  const [online, moved, session] = [happening(), happening(), happening()]
  const entries = [query]
  let at = 0
  const parts: CollectionDeps = {
    client,
    built: async () => built,
    apiBase: '',
    thisYear: THIS_YEAR,
    storage: null,
    onSessionChange: session.listen,
    address: {
      read: () => new URLSearchParams(entries[at]),
      push: (next) => void entries.splice(++at, Infinity, next),
      replace: (next) => void (entries[at] = next),
      onPopState: moved.listen,
    },
    schedule: schedule,
    whenOnline: online.listen,
  }
  const stores = createCollectionStores(parts)
  return {
    stores,
    parts,
    asked,
    askedOf,
    replies,
    pass,
    waiting,
    listening: () => online.listening() + moved.listening() + session.listening(),
    comeOnline: online.happen,
    /** History entries, and the current one. */
    entries,
    address: () => entries[at],
    async go(steps: number) {
      at = Math.min(entries.length - 1, Math.max(0, at + steps))
      moved.happen()
      await pass()
    },
    /** The title of the first result, which holds the query. */
    shown: () => stores.$results.get().items[0]?.heading,
    async begin() {
      stores.start()
      await pass()
    },
  }
}
export type World = ReturnType<typeof world>
