import { createContext, use } from 'react'
import type { ItemFacets } from '#contract/item-facets.ts'
import type { CollectionStores } from '#stores/collection/create-collection-stores.ts'

/** What the static page shows: all items. */
export interface FirstResults {
  count: number
  facets: ItemFacets
}

export interface CollectionPageState {
  stores: CollectionStores
  first: FirstResults
  /** Reads a JSON file of the last build. Rejects when it is missing. */
  data: (path: string) => Promise<unknown>
}

export const CollectionContext = createContext<CollectionPageState | null>(null)

/** The page's state, available below its root. */
export function useCollection(): CollectionPageState {
  const parts = use(CollectionContext)
  if (parts === null) throw new Error('This component needs the CollectionContext.')
  return parts
}
