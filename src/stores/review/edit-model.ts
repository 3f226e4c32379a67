import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { draftDateOf, unreadable } from '#rules/wizard/dates.ts'
import type { DraftDate } from '#rules/wizard/draft-fields.ts'
import { toName, type RecordName } from './record-names.ts'
import type { Refusal } from './send-step.ts'

/** A field that somebody else changed as well. */
interface FieldConflict {
  field: string
  theirs: unknown
}
/** A record while it is edited. */
export interface Edit {
  name: RecordName
  /** Of a record that is not in the archive yet: the Idempotency-Key for these values. */
  newKey: string | null
  /** The version that the changes are based on. */
  base: DeskRecord
  /** All fields, as the API has them. */
  values: RecordFields
  /** Dates as they are typed. */
  dates: Readonly<Record<string, DraftDate>>
  errors: Readonly<Record<string, string>>
  conflicts: readonly FieldConflict[]
  state: 'open' | 'saving' | 'saved'
  /** Why it could not be saved. */
  refusal: Refusal | null
  /** The record is not there any more: it was removed, or became part of `into`. */
  gone: { into: { name: RecordName; label: string } | null } | null
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
export const isDate = ({ name }: Pick<Edit, 'name'>, field: string) =>
  RECORD_FORMS[name.kind].some((each) => each.field === field && each.control.is === 'date')

const datesOf = (record: DeskRecord): Record<string, DraftDate> =>
  Object.fromEntries(
    RECORD_FORMS[toName(record).kind]
      .filter(({ control }) => control.is === 'date')
      .map(({ field }) => [field, draftDateOf((record.fields[field] ?? null) as number | null)]),
  )
/** The fields that differ from the version that the edit is based on. */
export const changedIn = ({ values, base }: Pick<Edit, 'values' | 'base'>): RecordFields =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, base.fields[field])))

/** Something was typed that the archive does not have. */
export const hasChanges = (edit: Edit): boolean =>
  Object.keys(changedIn(edit)).length > 0 || Object.values(edit.dates).some((date) => unreadable(date) !== undefined)

/** What can be told without the archive: dates that can't be read. */
export function errorsOf(edit: Edit): Record<string, string> {
  const unread = Object.entries(edit.dates).filter(([, date]) => unreadable(date))
  return Object.fromEntries(unread.map(([field, date]) => [field, WIZARD.unreadableDate[date.specificity]]))
}

/** A record before it is in the archive. */
export const BLANK: Omit<DeskRecord, 'kind' | 'key' | 'fields' | 'names'> = {
  ...{ label: '', version: '', state: 'published', author: null, submitted_at: null, note: '' },
  ...{ scans: [], brings: [], history: [], claim: null },
}
export const fresh = (record: DeskRecord, newKey: string | null = null): Edit => ({
  ...{ name: toName(record), newKey, base: record, values: record.fields, dates: datesOf(record) },
  ...{ errors: {}, conflicts: [], state: 'open', refusal: null, gone: null },
})

/** Takes over what others changed where nothing was changed here; what both changed is a conflict, in which this edit stands until it is decided. */
export function mergeTheirs(edit: Edit, now: DeskRecord): Edit {
  const mine = changedIn(edit)
  const merged = { ...now.fields, ...mine }
  const conflicts = Object.keys(mine)
    .filter((field) => !same(now.fields[field], edit.base.fields[field]) && !same(now.fields[field], mine[field]))
    .map((field) => ({ field, theirs: now.fields[field] }))
  const typed = Object.entries(edit.dates).filter(([field]) => field in mine)
  return { ...edit, base: now, values: merged, dates: { ...datesOf(now), ...Object.fromEntries(typed) }, conflicts }
}

/** The same changes on another record: the one that the edited one became part of. */
export const onto = (record: DeskRecord, { dates, ...edit }: Edit): Edit => {
  const mine = changedIn(edit)
  const typed = Object.entries(dates).filter(([field]) => field in mine)
  const base = fresh(record)
  return { ...base, values: { ...base.values, ...mine }, dates: { ...base.dates, ...Object.fromEntries(typed) } }
}
