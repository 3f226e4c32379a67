import { STEP_KEYS } from '#contract/limits.ts'
import type { DraftFields } from './draft-fields.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { dateOf } from './dates.ts'
import { fieldErrors, type Author } from './item-body.ts'

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

export interface SectionProgress {
  section: Section
  isComplete: boolean
  /** What is missing or wrong, one short sentence each. */
  missing: readonly string[]
  /** Of these, what submitting would refuse. */
  refused: readonly string[]
}

type Begun = { fields: DraftFields; images: readonly unknown[]; recording: unknown }

/** What is not there yet. Only type and description are required (spec §5). */
function absentFrom(section: Section, { fields, images, recording }: Begun): string[] {
  const absent: Partial<Record<Section, [isAbsent: boolean, sentence: string][]>> = {
    images: [[images.length === 0, WIZARD.noImages]],
    url: [[fields.url.trim() === '' && !recording, WIZARD.noVideo]],
    'location-and-time': [
      [fields.location === null, WIZARD.noLocation],
      [
        `${fields.dateText}${fields.start.typed}`.trim() === '' && (!fields.isRange || dateOf(fields.end) === null),
        WIZARD.noDate,
      ],
    ],
    description: [[fields.title.trim() === '', WIZARD.noTitle]],
  }
  return (absent[section] ?? []).filter(([isAbsent]) => isAbsent).map(([, sentence]) => sentence)
}

/** The sections for the draft's type, and how far each one is. The review is complete when nothing blocks submitting. */
export function progressOf(draft: Begun, author: Author): SectionProgress[] {
  const { fields } = draft
  const errors = Object.entries(fieldErrors(fields, author)) as [keyof DraftFields, string][]
  return sectionsFor(fields.type).map((section) => {
    const refused = errors
      .filter(([field]) => section === 'review' || sectionOf(field, fields.type) === section)
      .map(([, sentence]) => sentence)
    const missing = [...absentFrom(section, draft), ...refused]
    return { section, isComplete: missing.length === 0, missing, refused }
  })
}
