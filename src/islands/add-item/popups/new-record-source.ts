import { createContext, use } from 'react'
import type { UserClient } from '#client/user-client.ts'
import { WizardContext } from '../wizard-context.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

/** What the popups for new records need: a session, and a place that keeps what was typed until the record is added. */
export interface NewRecordSource {
  client: UserClient
  auth: AuthStores
  kept(kind: string): unknown
  keep(kind: string, form: object | null): void
  /** The picture of a kept form, by its id there. */
  readPicture(id: string): Promise<File | undefined>
}
/** Outside the wizard. */
export const NewRecordContext = createContext<NewRecordSource | null>(null)

export function useNewRecordSource(): NewRecordSource {
  const own = use(NewRecordContext)
  const wizard = use(WizardContext)
  if (own) return own
  if (!wizard) throw new Error('This component needs the WizardContext or the NewRecordContext.')
  const { client, auth, stores } = wizard
  return {
    client,
    auth,
    kept: (kind) => stores.$draft.get()?.newRecords[kind as 'person'],
    keep: stores.keepNewRecord,
    readPicture: stores.readKeptPicture,
  }
}
