import type { ComponentType } from 'react'
import type { NewRecordErrors, NewRecordForms, NewRecordKind } from '#rules/wizard/new-records.ts'
import type { Tag } from '#stores/add-item/draft.ts'

export interface PopupProps {
  /** Its heading: a person is added as person, creator or contributor. */
  title: string
  /** What was typed in the tag box: the name to begin with. */
  typed: string
  /** The new record, or an existing one that was chosen instead. */
  onAdded: (tag: Tag) => void
  onClose: () => void
}
/** The fields of a popup's record. */
export interface FieldsProps<K extends NewRecordKind> {
  form: NewRecordForms[K]
  errors: NewRecordErrors<K>
  change: (fields: Partial<NewRecordForms[K]>) => void
}
export interface MapProps {
  chosen: Tag | null
  onChoose: (location: Tag) => void
}

/** Parts whose scripts are fetched when they are first used. Each rejects when that fails. */
export const loadMap = async (): Promise<ComponentType<MapProps>> => (await import('./place/PlaceMap.tsx')).default
export const POPUPS = {
  person: async () => (await import('./popups/PersonPopup.tsx')).default,
  subject: async () => (await import('./popups/SubjectPopup.tsx')).default,
  organization: async () => (await import('./popups/OrganizationPopup.tsx')).default,
  collection: async () => (await import('./popups/CollectionPopup.tsx')).default,
} satisfies Record<string, () => Promise<ComponentType<PopupProps>>>
export type PopupKind = keyof typeof POPUPS
