import type { ItemFacets } from '#contract/item-facets.ts'
import type { CollectionStores } from '#stores/collection/create-collection-stores.ts'
import { requiredContext } from '../widgets/required-context.ts'

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

/** The page's state, available below its root. */
export const [CollectionContext, useCollection] = requiredContext<CollectionPageState>('CollectionContext')
