import type { UserClient } from '#client/user-client.ts'
import type { DraftField } from '#stores/add-item/add-item-stores.ts'
import type { DraftFields, DraftImage } from '#stores/add-item/draft.ts'
import type { ServerPreviews } from './images/server-previews.ts'
import type { Thumbnails } from './images/thumbnails.ts'
import type { AddItemStores } from '#stores/add-item/create-add-item-stores.ts'
import { requiredContext } from '../widgets/required-context.ts'
import { useStorePart } from '../widgets/use-store.ts'

export interface Wizard {
  stores: AddItemStores
  client: UserClient
  previews: ServerPreviews
  /** Of the draft's images. */
  thumbnails: Thumbnails
}

/** The wizard's parts, available to its sections. */
export const [WizardContext, useWizard] = requiredContext<Wizard>('WizardContext')

/** A field of the open draft. A component is drawn again only when its own fields change: typing must stay quick with forty images in the draft. */
export const useDraftField = <Field extends keyof DraftFields>(field: Field): DraftFields[Field] =>
  useStorePart(useWizard().stores.$draft, (draft) => draft!.fields[field])

export const useDraftError = (field: DraftField): string | undefined =>
  useStorePart(useWizard().stores.$errors, (errors) => errors[field])

/** A text of the open draft, for its control. */
export function useDraftText(field: 'title' | 'description' | 'url' | 'identifier') {
  const { change } = useWizard().stores
  return {
    value: useDraftField(field),
    error: useDraftError(field),
    onChange: (text: string) => change({ [field]: text }),
  }
}

const NO_IMAGES: readonly DraftImage[] = []
/** The images of the open draft. */
export const useDraftImages = (): readonly DraftImage[] =>
  useStorePart(useWizard().stores.$draft, (draft) => draft?.images ?? NO_IMAGES)
