import type { UserClient } from '#client/user-client.ts'
import type { SuggestionList } from '#stores/add-item/add-item-stores.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import type { Tag } from '#stores/add-item/draft.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'
import type { Suggestions } from '#stores/shared/suggestions.ts'
import { requiredContext } from '../widgets/required-context.ts'
import { useStorePart } from '../widgets/use-store.ts'

type SuggestionSource = Pick<AddItemStores, 'suggest' | '$suggestions'>
/** Where tag fields get their suggestions. */
export const [SuggestionContext, useSuggestionSource] = requiredContext<SuggestionSource>('SuggestionContext')

const IDLE: Suggestions<Tag> = { state: 'idle' }
export const useSuggestions = (list: SuggestionList): Suggestions<Tag> =>
  useStorePart(useSuggestionSource().$suggestions, (suggestions) => suggestions[list] ?? IDLE)

/** What the popups for new records need: a session, and a place that keeps what was typed until the record is added. */
export interface NewRecordSource {
  client: UserClient
  auth: AuthStores
  kept(kind: string): unknown
  keep(kind: string, form: object | null): void
  /** The picture of a kept form, by its id there. */
  readPicture(id: string): Promise<File | undefined>
}
export const [NewRecordContext, useNewRecordSource] = requiredContext<NewRecordSource>('NewRecordContext')
