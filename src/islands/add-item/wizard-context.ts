import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { UserClient } from '#client/user-client.ts'
import type { DraftField } from '#stores/add-item/add-item-stores.ts'
import type { DraftFields, DraftImage } from '#stores/add-item/draft.ts'
import type { ServerPreviews } from './images/server-previews.ts'
import type { Thumbnails } from './images/thumbnails.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

export interface Wizard {
  stores: AddItemStores
  client: UserClient
  auth: AuthStores
  previews: ServerPreviews
  /** Of the draft's images. */
  thumbnails: Thumbnails
}

export const WizardContext = createContext<Wizard | null>(null)

/** The wizard's parts, available to its sections and popups. */
export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (wizard === null) throw new Error('This component needs the WizardContext.')
  return wizard
}

/** A field of the open draft. A component is drawn again only when its own fields change: typing must stay quick with forty images in the draft. */
export function useDraftField<Field extends keyof DraftFields>(field: Field): DraftFields[Field] {
  const { $draft } = useWizard().stores
  const read = useCallback(() => $draft.get()!.fields[field], [$draft, field])
  return useSyncExternalStore($draft.listen, read)
}

export function useDraftError(field: DraftField): string | undefined {
  const { $errors } = useWizard().stores
  const read = useCallback(() => $errors.get()[field], [$errors, field])
  return useSyncExternalStore($errors.listen, read)
}

const NO_IMAGES: readonly DraftImage[] = []
/** The images of the open draft. */
export function useDraftImages(): readonly DraftImage[] {
  const { $draft } = useWizard().stores
  const read = useCallback(() => $draft.get()?.images ?? NO_IMAGES, [$draft])
  return useSyncExternalStore($draft.listen, read)
}
