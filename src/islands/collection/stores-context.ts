import { createContext, use } from 'react'
import type { ItemFacets } from '#contract/item-facets.ts'
import type { CollectionStores } from '#stores/collection/collection-stores.ts'

/** What the static page shows before anything was asked: all items. Null where there is none: only cards are drawn. */
export interface FirstResults {
  count: number
  facets: ItemFacets
  /** The first results as they stand in the page, until the first answer; null where the address asks for something else. */
  html: string | null
}

export interface CollectionParts {
  stores: CollectionStores
  first: FirstResults | null
  /** Reads a JSON file of the last build. Rejects when it is not there. */
  data: (path: string) => Promise<unknown>
  /** Texts by the id of their field that were typed before the script came. */
  typed: Readonly<Record<string, string>>
}

export const CollectionContext = createContext<CollectionParts | null>(null)

/** Everything below the page's root has them. */
export function useCollection(): CollectionParts {
  const parts = use(CollectionContext)
  if (parts === null) throw new Error('A part of the collection page stands outside of it.')
  return parts
}
