import type { DeskRecord } from '#contract/record.ts'
import { fieldName, fieldText, type NameOf } from '#rules/names/field-names.ts'

/** The filled fields of a record. */
export function FieldList({ kind, fields, nameOf }: Pick<DeskRecord, 'kind' | 'fields'> & { nameOf: NameOf }) {
  const rows = Object.entries(fields)
    .map(([field, value]) => [field, fieldText(kind, field, value, nameOf)] as const)
    .filter(([, text]) => text !== '')
  return (
    <dl className="catalogue">
      {rows.map(([field, text]) => (
        <div key={field}>
          <dt>{fieldName(kind, field)}</dt>
          <dd className="prose">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
