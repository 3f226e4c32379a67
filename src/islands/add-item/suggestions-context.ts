import { createContext, use } from 'react'
import type { AddItemStores } from '#stores/add-item/add-item-stores.ts'
import { WizardContext } from './wizard-context.ts'

type Suggestions = Pick<AddItemStores, 'suggest' | '$suggestions'>
/** For a form outside the wizard. */
export const SuggestionsContext = createContext<Suggestions | null>(null)

/** Suggestions of the tag boxes. */
export function useSuggestionStores(): Suggestions {
  const [own, wizard] = [use(SuggestionsContext), use(WizardContext)]
  const stores = own ?? wizard?.stores
  if (!stores) throw new Error('This component needs the WizardContext or the SuggestionsContext.')
  return stores
}
