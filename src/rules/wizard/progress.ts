import { WIZARD } from '#contract/wizard-messages.ts'
import { dateOf } from './dates.ts'
import type { DraftFields } from './draft-fields.ts'
import { fieldErrors, type Author } from './item-body.ts'
import { sectionOf, sectionsFor, type Section } from './sections.ts'

export interface SectionProgress {
  section: Section
  isComplete: boolean
  /** What is missing or wrong, one short sentence each. */
  missing: readonly string[]
  /** Of these, what submitting would refuse. */
  refused: readonly string[]
}

/** What is not there yet. Only type and description are required (spec §5). */
function absentFrom(section: Section, fields: DraftFields, images: number): string[] {
  const absent: Partial<Record<Section, [isAbsent: boolean, sentence: string][]>> = {
    images: [[images === 0, WIZARD.noImages]],
    url: [[fields.url.trim() === '', WIZARD.noVideo]],
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
export function progressOf(fields: DraftFields, author: Author, images: number): SectionProgress[] {
  const errors = Object.entries(fieldErrors(fields, author)) as [keyof DraftFields, string][]
  return sectionsFor(fields.type).map((section) => {
    const refused = errors
      .filter(([field]) => section === 'review' || sectionOf(field, fields.type) === section)
      .map(([, sentence]) => sentence)
    const missing = [...absentFrom(section, fields, images), ...refused]
    return { section, isComplete: missing.length === 0, missing, refused }
  })
}
