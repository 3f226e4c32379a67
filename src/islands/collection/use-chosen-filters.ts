import { useStore } from '@nanostores/react'
import { chosenFilters, type Chosen } from './chosen-filters.ts'
import { useCollection } from './stores-context.ts'

/** Every filter that is set now. */
export function useChosenFilters(): Chosen[] {
  const { stores } = useCollection()
  return chosenFilters(useStore(stores.$filters), new Date().getFullYear())
}
