import { useStore } from '@nanostores/react'
import type { ItemFacets } from '#contract/item-facets.ts'
import { useCollection } from './stores-context.ts'
import { useChosenFilters } from './use-chosen-filters.ts'

const NONE: ItemFacets = { count: 0, types: [], decades: [], undated: 0, subjects: [], collections: [] }

/**
 * The choices beside the filters. Until they were told, or where nobody tells them, those of all items: there to choose from, and with their counts
 * (`known`) only as long as all items are what is asked for.
 */
export function useFacets(): { facets: ItemFacets; known: boolean } {
  const { stores, first } = useCollection()
  const facets = useStore(stores.$facets)
  const chosen = useChosenFilters()
  if (facets) return { facets, known: true }
  return { facets: first?.facets ?? NONE, known: first !== null && chosen.length === 0 }
}
