import type { RecordFields } from '#contract/record.ts'
import { fieldName, fieldText, type NameOf } from '#rules/names/field-names.ts'

/** The filled fields of a record. */
export function FieldList({ fields, nameOf }: { fields: RecordFields; nameOf: NameOf }) {
  const rows = Object.entries(fields)
    .map(([field, value]) => [field, fieldText(field, value, nameOf)] as const)
    .filter(([, text]) => text !== '')
  return (
    <dl className="catalogue">
      {rows.map(([field, text]) => (
        <div key={field}>
          <dt>{fieldName(field)}</dt>
          <dd className="prose">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
