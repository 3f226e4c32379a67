import { FormField, type FieldProps } from './FormField.tsx'

interface Props<Value extends string> extends FieldProps {
  value: Value
  choices: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

/** One of a few choices. */
export const SelectField = <Value extends string>({ value, choices, onChange, ...field }: Props<Value>) => (
  <FormField {...field}>
    {(control) => (
      <select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        <Options of={choices} />
      </select>
    )}
  </FormField>
)

export const Options = ({ of }: { of: readonly (readonly [value: string | number, text: string])[] }) =>
  of.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
