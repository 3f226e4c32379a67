import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { FormField, type FieldProps } from './FormField.tsx'

type Text<Attributes> = FieldProps & {
  className?: string
  value: string
  onChange: (value: string) => void
} & Omit<Attributes, 'onChange' | 'value' | 'className' | 'required'>

/** One line of text. */
export const TextField = ({
  label,
  hint,
  error,
  required,
  className,
  onChange,
  ...input
}: Text<InputHTMLAttributes<HTMLInputElement>>) => (
  <FormField {...({ label, hint, error, required, className } as FieldProps)}>
    {(control) => (
      <input type="text" {...input} {...control} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    )}
  </FormField>
)

/** Several lines of text. */
export const TextArea = ({
  label,
  hint,
  error,
  required,
  className,
  onChange,
  ...area
}: Text<TextareaHTMLAttributes<HTMLTextAreaElement>>) => (
  <FormField {...({ label, hint, error, required, className } as FieldProps)}>
    {(control) => (
      <textarea rows={5} {...area} {...control} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
    )}
  </FormField>
)
