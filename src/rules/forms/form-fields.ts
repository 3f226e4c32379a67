import * as v from 'valibot'
import { descriptionOf, type FieldDescription } from '#contract/field.ts'

/** A field of a form, as its schema describes it. */
export interface FormField extends Omit<FieldDescription, 'choices'> {
  field: string
  choices: readonly (readonly [value: string, text: string])[]
  required: boolean
}

/** The described fields of a schema, in its order; a date is followed by how its source writes it. */
export function formFields({ entries }: { entries: v.ObjectEntries }): readonly FormField[] {
  const fields = Object.entries(entries).flatMap(([field, schema]): FormField[] => {
    const { label, control, choices = {}, ...more } = descriptionOf(schema as v.GenericSchema)
    if (!label || !control) return []
    const required = !v.is(schema as v.GenericSchema, undefined)
    return [{ field, label, control, choices: Object.entries(choices), required, ...more }]
  })
  const written = ({ field }: FormField) => fields.filter((each) => each.field === `${field}_text`)
  const follows = (field: string) => field.endsWith('_text') && field.replace(/_text$/, '') in entries
  return fields.filter(({ field }) => !follows(field)).flatMap((each) => [each, ...written(each)])
}
