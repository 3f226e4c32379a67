import type { ReviewedKind } from '#contract/record.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'

/** Records that have a form in the wizard (spec §2); items have the wizard itself. */
export const FORM_KINDS = {
  people: 'person',
  subjects: 'subject',
  organizations: 'organization',
  collections: 'collection',
} as const satisfies Partial<Record<ReviewedKind, NewRecordKind>>
export type FormKind = keyof typeof FORM_KINDS
export const hasForm = (kind: string): kind is FormKind => kind in FORM_KINDS
