import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { AddItemStores, SuggestionList, TagSuggestions } from '#stores/add-item/add-item-stores.ts'
import { WizardContext } from './wizard-context.ts'

export type SuggestionSource = Pick<AddItemStores, 'suggest' | '$suggestions'>
/** Where tag fields get their suggestions outside the wizard. */
export const SuggestionContext = createContext<SuggestionSource | null>(null)

export function useSuggestionSource(): SuggestionSource {
  const source = use(SuggestionContext) ?? use(WizardContext)?.stores
  if (!source) throw new Error('This component needs the WizardContext or the SuggestionContext.')
  return source
}

const IDLE: TagSuggestions = { state: 'idle' }
export function useSuggestions(list: SuggestionList): TagSuggestions {
  const { $suggestions } = useSuggestionSource()
  const read = useCallback(() => $suggestions.get()[list] ?? IDLE, [$suggestions, list])
  return useSyncExternalStore($suggestions.listen, read)
}
