import { useStore } from '@nanostores/react'
import type { ItemFacets } from '#contract/item-facets.ts'
import { chosenFilters, type Chosen } from './chosen-filters.ts'
import { useCollection } from './page-context.ts'

const THIS_YEAR = new Date().getFullYear()

export function useChosenFilters(): Chosen[] {
  const { stores } = useCollection()
  return chosenFilters(useStore(stores.$filters), THIS_YEAR, useOwnServer())
}

/** True while results come from a server that counts: ours, which has more filters and orders than the contract. */
export function useOwnServer(): boolean {
  const { stores } = useCollection()
  const { source } = useStore(stores.$results)
  return useStore(stores.$facets) !== null && source === 'api'
}

/** The facet counts. Until they are loaded, or without an API, those of all items; their counts are valid (`known`) only without filters. */
export function useFacets(): { facets: ItemFacets; known: boolean } {
  const { stores, first } = useCollection()
  const facets = useStore(stores.$facets)
  const chosen = useChosenFilters()
  return { facets: facets ?? first.facets, known: facets !== null || chosen.length === 0 }
}
