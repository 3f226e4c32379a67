import { TextField } from '../../widgets/TextField.tsx'

interface Props<Field extends string> {
  values: Readonly<Record<Field, string>>
  errors: Readonly<Partial<Record<string, string>>>
  change: (field: Field) => (text: string) => void
}

/** The year of a split or a join: without one it is a correction, with one it is history. */
export const YearField = ({ values, errors, change, hint }: Props<'year'> & { hint: string }) => (
  <TextField
    {...{ label: 'In which year? (optional)', hint, inputMode: 'numeric', autoComplete: 'off' }}
    {...{ value: values.year, error: errors['year'], onChange: change('year') }}
  />
)

/** A heading, and fields of a place that begins, each with its label. */
export const NewPlace = <Field extends string>({
  title,
  fields,
  values,
  errors,
  change,
}: Props<Field> & { title: string; fields: readonly (readonly [Field, string])[] }) => (
  <>
    <h3>{title}</h3>
    {fields.map(([field, label]) => (
      <TextField
        key={field}
        {...{ label, autoComplete: 'off', value: values[field], error: errors[field], onChange: change(field) }}
      />
    ))}
  </>
)
