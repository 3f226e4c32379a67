import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { inputsOf, readInput, type Inputs } from '#rules/forms/inputs.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { namesIn } from '#rules/names/field-names.ts'
import { isAlike } from '../shared/is-alike.ts'
import { toName, type RecordName } from './record-names.ts'
import type { Refusal } from './send-step.ts'

/** A field that somebody else changed as well. */
interface FieldConflict {
  field: string
  /** As the form would hold it. */
  theirs: unknown
}
/** A record while it is edited. */
export interface Edit {
  name: RecordName
  /** Of a record that is not in the archive yet: the Idempotency-Key for these inputs. */
  newKey: string | null
  /** The version that the changes are based on. */
  base: DeskRecord
  inputs: Inputs
  errors: Readonly<Record<string, string>>
  conflicts: readonly FieldConflict[]
  state: 'open' | 'saving' | 'saved'
  /** Why it could not be saved. */
  refusal: Refusal | null
  /** The record is not there any more: it was removed, or became part of `into`. */
  gone: { into: { name: RecordName; label: string } | null } | null
}

const inputsIn = (record: DeskRecord) => inputsOf(formOf(record.kind), record.fields, namesIn(record))

/** What differs from the version that the edit is based on: values for the archive, and what is wrong with inputs that give none. */
export function changesIn({ name, base, inputs }: Pick<Edit, 'name' | 'base' | 'inputs'>) {
  const before = inputsIn(base)
  const values: RecordFields = {}
  const errors: Record<string, string> = {}
  for (const each of formOf(name.kind)) {
    const { field } = each
    const read = readInput(each, inputs[field])
    if ('problem' in read) errors[field] = read.problem
    else if (!isAlike(read, readInput(each, before[field]))) values[field] = read.value
  }
  return { values, errors, fields: [...Object.keys(values), ...Object.keys(errors)] }
}
/** Something was typed that the archive does not have. */
export const hasChanges = (edit: Edit): boolean => changesIn(edit).fields.length > 0

/** A record before it is in the archive. */
export const BLANK: Omit<DeskRecord, 'kind' | 'key' | 'fields' | 'names'> = {
  ...{ label: '', version: '', state: 'published', author: null, submitted_at: null, note: '' },
  ...{ scans: [], files: [], brings: [], history: [], claim: null },
}
export const fresh = (record: DeskRecord, newKey: string | null = null): Edit => ({
  ...{ name: toName(record), newKey, base: record, inputs: inputsIn(record) },
  ...{ errors: {}, conflicts: [], state: 'open', refusal: null, gone: null },
})

/** The inputs of an edit that differ from its base. */
const ownInputs = (edit: Edit): Inputs =>
  Object.fromEntries(changesIn(edit).fields.map((field) => [field, edit.inputs[field]]))

/** Takes over what others changed where nothing was changed here; what both changed is a conflict, in which this edit stands until it is decided. */
export function mergeTheirs(edit: Edit, now: DeskRecord): Edit {
  const own = ownInputs(edit)
  const theirs = inputsIn(now)
  const inputs = { ...theirs, ...own }
  const wasOpen = (field: string) => edit.conflicts.some((each) => each.field === field)
  const still = changesIn({ name: edit.name, base: now, inputs }).fields
  const conflicts = still
    .filter((field) => field in own && (wasOpen(field) || !isAlike(now.fields[field], edit.base.fields[field])))
    .map((field) => ({ field, theirs: theirs[field] }))
  return { ...edit, base: now, inputs, conflicts }
}

/** The same changes on another record: the one that the edited one became part of. */
export const onto = (record: DeskRecord, edit: Edit): Edit => {
  const base = fresh(record)
  return { ...base, inputs: { ...base.inputs, ...ownInputs(edit) } }
}
