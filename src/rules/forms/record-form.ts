import { newFields } from '#contract/record-fields.ts'
import type { RecordKind } from '#contract/record.ts'
import { formFields, type FormField } from './form-fields.ts'

const forms = new Map<string, readonly FormField[]>()
/** The form of a kind of record; empty for what is none. */
export function formOf(kind: string): readonly FormField[] {
  const known = forms.get(kind) ?? (Object.hasOwn(newFields, kind) ? formFields(newFields[kind as RecordKind]) : [])
  forms.set(kind, known)
  return known
}
