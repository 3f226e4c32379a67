import type { ReactNode } from 'react'
import { NewRecordContext } from '../add-item/popups/new-record-source.ts'
import { SuggestionContext } from '../add-item/suggestion-source.ts'
import { useDesk } from './desk-context.ts'

/** What the wizard's fields and popups need, for a form of the desk. */
export function FormContexts({ children }: { children: ReactNode }) {
  const { suggestions, newRecords } = useDesk()
  return (
    <SuggestionContext value={suggestions}>
      <NewRecordContext value={newRecords}>{children}</NewRecordContext>
    </SuggestionContext>
  )
}
