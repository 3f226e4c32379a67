import type { Geometry } from '#contract/location.ts'
import type { RecordFields } from '#contract/record.ts'
import { outlineText, readOutline } from '../map/outlines/corners-text.ts'
import type { NameOf } from '../names/field-names.ts'
import { dateOf, draftDateOf, unreadable } from '../wizard/dates.ts'
import { type DraftDate, type Tag, plainTag } from '../wizard/draft-fields.ts'
import type { FormField } from './form-fields.ts'

/** What a form holds, by field: text, names (one a line), outlines and dates as they are typed, records as tags. */
export type Inputs = Readonly<Record<string, unknown>>

/** A value of the API as its control holds it. */
function inputOf({ control, of, choices }: FormField, value: unknown, nameOf: NameOf): unknown {
  const tagOf = (id: number) => plainTag(id, nameOf(of!, id) ?? `No. ${id}`)
  switch (control) {
    case 'date':
      return draftDateOf(typeof value === 'number' ? value : null)
    case 'one':
      return typeof value === 'number' ? tagOf(value) : null
    case 'many':
      return Array.isArray(value) ? value.map(tagOf) : []
    case 'names':
      return Array.isArray(value) ? value.join('\n') : ''
    case 'outline':
      return outlineText((value ?? null) as Geometry | null)
    case 'check':
      return value === true
    case 'choice':
      return typeof value === 'string' ? value : (choices[0]?.[0] ?? '')
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}
export const inputsOf = (form: readonly FormField[], fields: RecordFields, nameOf: NameOf = () => undefined): Inputs =>
  Object.fromEntries(form.map((each) => [each.field, inputOf(each, fields[each.field], nameOf)]))

/** What was kept on the device, for the controls that this version has: a field that does not fit is as it was. */
export function fittingInputs(inputs: Inputs, kept: RecordFields): Inputs {
  const shapeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
  const fits = Object.keys(inputs).filter((field) => shapeOf(kept[field]) === shapeOf(inputs[field]))
  return { ...inputs, ...Object.fromEntries(fits.map((field) => [field, kept[field]])) }
}

export const namesOf = (text: string): string[] => text.split('\n').filter((name) => name.trim() !== '')

/** A value as the API takes it, or why what was typed is none. */
export function readInput({ control }: FormField, input: unknown): { value: unknown } | { problem: string } {
  switch (control) {
    case 'date': {
      const problem = unreadable(input as DraftDate)
      return problem === undefined ? { value: dateOf(input as DraftDate) } : { problem }
    }
    case 'one':
      return { value: (input as Tag | null)?.id ?? null }
    case 'many':
      return { value: (input as readonly Tag[]).map(({ id }) => id) }
    case 'names':
      return { value: namesOf(input as string) }
    case 'outline': {
      const read = readOutline(input as string)
      return 'problem' in read ? read : { value: read.outline }
    }
    default:
      return { value: input }
  }
}
