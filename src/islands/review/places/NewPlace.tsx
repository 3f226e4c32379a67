import { TextField } from '../../widgets/TextField.tsx'
import { TEXT } from './messages.ts'

interface Props<Field extends string> {
  values: Readonly<Record<Field, string>>
  errors: Readonly<Partial<Record<string, string>>>
  change: (field: Field) => (text: string) => void
}

/** The year of a split or a join: without one it is a correction, with one it is history. */
export const YearField = ({ values, errors, change }: Props<'year'>) => (
  <TextField
    {...{ label: 'In which year? (optional)', hint: TEXT.year, inputMode: 'numeric', autoComplete: 'off' }}
    {...{ value: values.year, error: errors['year'], onChange: change('year') }}
  />
)

/** A heading, and fields of a place that begins, each with its label. */
export const NewPlace = <Field extends string>({
  title,
  fields,
  ...form
}: Props<Field> & { title: string; fields: readonly (readonly [Field, string])[] }) => (
  <>
    <h3>{title}</h3>
    {fields.map(([field, label]) => {
      const [value, error, onChange] = [form.values[field], form.errors[field], form.change(field)]
      return <TextField key={field} autoComplete="off" {...{ label, value, error, onChange }} />
    })}
  </>
)
