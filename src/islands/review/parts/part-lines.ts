import type { RecordFields, RecordKind } from '#contract/record.ts'
import type { FormField } from '#rules/forms/form-fields.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { fieldName, fieldText, type NameOf } from '#rules/names/field-names.ts'

/** The fields of a form in a group: the one that names the owner is known, unless a place owns it through its lots. */
export const partForm = ({ kind, field }: { kind: RecordKind; field: string }): readonly FormField[] =>
  formOf(kind).filter((each) => each.field !== field || each.field === 'lot')

/** What a row of a group says: its main text, and the rest with the names of the fields. A date as its source writes it stands for the date. */
export function partLines(
  { kind, field }: { kind: RecordKind; field: string },
  fields: RecordFields,
  nameOf: NameOf,
): { main: string; more: readonly string[] } {
  const texts = partForm({ kind, field })
    .filter((each) => !fields[`${each.field}_text`])
    .map((each) => [each.field.replace(/_text$/, ''), fieldText(kind, each.field, fields[each.field], nameOf)] as const)
    .filter(([, text]) => text !== '')
  // A place lists owners first, and says which lot.
  if (field === 'lot') texts.sort(([a], [b]) => Number(b === 'person') - Number(a === 'person'))
  const [first, ...rest] = texts
  return { main: first?.[1] ?? '', more: rest.map(([each, text]) => `${fieldName(kind, each)}: ${text}`) }
}
