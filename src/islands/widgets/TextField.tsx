import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { FormField, type FieldProps } from './FormField.tsx'

type Text<Attributes> = FieldProps & {
  className?: string
  value: string
  onChange: (value: string) => void
} & Omit<Attributes, 'onChange' | 'value' | 'className' | 'required'>

/** One line of text, or several. */
const textControl = <Attributes extends object>(Control: 'input' | 'textarea', defaults: Attributes) =>
  function TextControl({ label, hint, error, required, className, onChange, ...text }: Text<Attributes>) {
    return (
      <FormField {...({ label, hint, error, required, className } as FieldProps)}>
        {(control) => (
          <Control
            {...defaults}
            {...text}
            {...control}
            onChange={({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value)}
          />
        )}
      </FormField>
    )
  }
export const TextField = textControl<InputHTMLAttributes<HTMLInputElement>>('input', { type: 'text' })
export const TextArea = textControl<TextareaHTMLAttributes<HTMLTextAreaElement>>('textarea', { rows: 5 })
