import { STEP_KEYS } from '#contract/limits.ts'
import type { DraftFields } from './draft-fields.ts'

type Type = DraftFields['type']

/** Sections of the wizard in their order (spec §2), and the review before submitting. */
const SECTIONS = ['type', 'images', 'url', 'location-and-time', 'description', 'archival', 'review'] as const
export type Section = (typeof SECTIONS)[number]

/** Spec §2: not for event or video. */
export const hasImages = (type: Type): boolean => type !== '' && type !== 'event' && type !== 'video'

/** The sections for a type; only `type` until one is chosen. */
export function sectionsFor(type: Type): Section[] {
  if (type === '') return ['type']
  return SECTIONS.filter((section) => {
    if (section === 'images') return hasImages(type)
    return section !== 'url' || type === 'video'
  })
}

/** The section after (1) or before (-1) the current one; null at either end. */
export function stepFrom(type: Type, current: Section, by: 1 | -1): Section | null {
  const sections = sectionsFor(type)
  return sections[sections.indexOf(current) + by] ?? null
}

const [LEFT, UP, RIGHT, DOWN] = STEP_KEYS
/** What an arrow key does between sections (spec §9, key codes 37 to 40); 0 for other keys. */
export function stepOfKey(keyCode: number): 1 | -1 | 0 {
  if (keyCode === LEFT || keyCode === UP) return -1
  return keyCode === RIGHT || keyCode === DOWN ? 1 : 0
}

const FIELD_SECTIONS: Record<Exclude<keyof DraftFields, 'url'>, Section> = {
  type: 'type',
  location: 'location-and-time',
  dateText: 'location-and-time',
  isRange: 'location-and-time',
  start: 'location-and-time',
  end: 'location-and-time',
  title: 'description',
  people: 'description',
  description: 'description',
  subjects: 'description',
  organizations: 'description',
  creator: 'archival',
  contributors: 'archival',
  collection: 'archival',
  identifier: 'archival',
  copyright: 'archival',
  credit: 'archival',
}
/** Where a field is: the address of a video has its own section, the External Url of the other types is in the description. */
export const sectionOf = (field: keyof DraftFields, type: Type): Section =>
  field === 'url' ? (type === 'video' ? 'url' : 'description') : FIELD_SECTIONS[field]
