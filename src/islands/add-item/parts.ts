import type { ComponentType } from 'react'
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
export interface MapProps {
  chosen: Tag | null
  onChoose: (location: Tag) => void
}
interface PartProps {
  './place/PlaceMap.tsx': MapProps
  './popups/PersonPopup.tsx': PopupProps
  './popups/SubjectPopup.tsx': PopupProps
  './popups/OrganizationPopup.tsx': PopupProps
  './popups/CollectionPopup.tsx': PopupProps
}
export type Part = keyof PartProps
export type PopupPart = Extract<Part, `./popups/${string}`>

const loaders = import.meta.glob<{ default: ComponentType }>(['./place/PlaceMap.tsx', './popups/*Popup.tsx'])
export const hasPart = (part: Part): boolean => part in loaders

/** Loads a part when it is first used. Rejects when its script can't be fetched. */
export const loadPart = async <P extends Part>(part: P): Promise<ComponentType<PartProps[P]>> =>
  (await loaders[part]!()).default as ComponentType<PartProps[P]>
