import type { Geometry } from '#contract/location.ts'
import type { DeskRecord, RecordKind } from '#contract/record.ts'
import { formatDate } from '../dates/partial-dates.ts'
import { formOf } from '../forms/record-form.ts'
import { outlineText } from '../map/outlines/corners-text.ts'

/** The name of a record by kind and id; undefined if it is not known. */
export type NameOf = (kind: RecordKind, id: number) => string | undefined

export function namesIn({ brings, names }: Pick<DeskRecord, 'brings' | 'names'>): NameOf {
  const brought = new Map(brings.map(({ kind, key, label }) => [`${kind} ${key}`, label]))
  return (kind, id) => names[kind]?.[id] ?? brought.get(`${kind} ${id}`)
}

const fieldOf = (kind: string, field: string) => formOf(kind).find((each) => each.field === field)

/** What a field is called in forms and histories; that of an account or a map by its own name. */
export const fieldName = (kind: string, field: string): string =>
  fieldOf(kind, field)?.label ?? field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())

/** The value of a field as text; empty for none. */
export function fieldText(kind: string, field: string, value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value)) return value.map((each) => fieldText(kind, field, each, nameOf)).join(', ')
  const { control, of, choices = [] } = fieldOf(kind, field) ?? {}
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && of) return nameOf(of, value) ?? `No. ${value}`
  if (typeof value === 'number') return control === 'date' ? formatDate(value) : String(value)
  if (typeof value === 'string') return choices.find(([each]) => each === value)?.[1] ?? value
  return control === 'outline' ? outlineText(value as Geometry) : JSON.stringify(value)
}
