import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import type { Suggestions } from '#stores/shared/suggestions.ts'
import { WizardContext } from './wizard-context.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'

export type SuggestionSource = Pick<AddItemStores, 'suggest' | '$suggestions'>
/** Where tag fields get their suggestions outside the wizard. */
export const SuggestionContext = createContext<SuggestionSource | null>(null)

export function useSuggestionSource(): SuggestionSource {
  const source = use(SuggestionContext) ?? use(WizardContext)?.stores
  if (!source) throw new Error('This component needs the WizardContext or the SuggestionContext.')
  return source
}

const IDLE: Suggestions<Tag> = { state: 'idle' }
export function useSuggestions(list: SuggestionList): Suggestions<Tag> {
  const { $suggestions } = useSuggestionSource()
  const read = useCallback(() => $suggestions.get()[list] ?? IDLE, [$suggestions, list])
  return useSyncExternalStore($suggestions.listen, read)
}
