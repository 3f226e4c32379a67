import type { ComponentType } from 'react'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import type { Tag } from '#stores/add-item/draft.ts'

export type PopupKind = NewRecordKind
export interface PopupProps {
  kind: PopupKind
  /** Its heading: a person is added as person, creator or contributor. */
  title: string
  /** What was typed in the tag box: the name to begin with. */
  typed: string
  /** The new record, or an existing one that was chosen instead. */
  onAdded: (tag: Tag) => void
  onClose: () => void
}
export interface MapProps {
  chosen: Tag | null
  onChoose: (location: Tag) => void
}

/** Parts whose scripts are fetched when they are first used. Each rejects when that fails. */
export const loadMap = async (): Promise<ComponentType<MapProps>> => (await import('./place/PlaceMap.tsx')).default
export const loadPopup = async (): Promise<ComponentType<PopupProps>> =>
  (await import('./popups/RecordPopup.tsx')).default
