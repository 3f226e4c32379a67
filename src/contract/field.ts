import * as v from 'valibot'
import type { Ability, RecordKind } from './kinds.ts'

/**
 * The control of a field: `names` is a list of names, `text` has several lines, `outline` is a polygon as corners, `one` and `many` choose records from
 * suggestions.
 */
export type Control = 'line' | 'text' | 'url' | 'names' | 'date' | 'check' | 'choice' | 'outline' | 'one' | 'many'

/** How people see a field of a record. It stands beside its schema; forms, History and the import go by it. */
export interface FieldDescription {
  label: string
  control: Control
  /** Of `text`: lines that it shows at least. */
  rows?: number
  /** Below the control. */
  hint?: string
  /** Of `choice`: what the values are called; '' is none. */
  choices?: Readonly<Record<string, string>>
  /** Of `one` and `many`: the kind of the records. */
  of?: RecordKind
  /** Of `one` and `many`: their suggestions (stores/add-item/suggestions.ts), where they are not those of the kind. */
  list?: string
  /** Who may set it in a submission, unless everybody may. */
  may?: Ability
  /** Only staff read it: it is never public. */
  staff?: true
  /** Neighbours of one group stand in a row where there is room. */
  group?: string
}

/** A schema with what people see of it. Schemas in fields.ts say their control, so that fields mostly add a label. */
// @__NO_SIDE_EFFECTS__
export function described<S extends v.GenericSchema>(schema: S, description: Partial<FieldDescription>): S {
  return v.pipe(schema as v.GenericSchema, v.metadata({ ...description })) as unknown as S
}
/** A field of a form. */
// @__NO_SIDE_EFFECTS__
export const field = <S extends v.GenericSchema>(schema: S, label: string, more: Partial<FieldDescription> = {}): S =>
  described(schema, { label, ...more })

export const descriptionOf = (schema: v.GenericSchema): Partial<FieldDescription> => v.getMetadata(schema)
