import { useId, type ComponentProps, type ReactNode } from 'react'

/** What every form control has. */
export interface FieldProps {
  label: string
  hint?: ReactNode
  /** Shown below the control and read out with it; the control turns red. */
  error?: string | undefined
  required?: boolean
}

/** The attributes that tie a control to its label, hint and error. */
interface ControlProps {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface Props extends FieldProps {
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, error and hint below. */
export function FormField({ label, hint, error, required, className, children }: Props) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={className ? `field ${className}` : 'field'}>
      <label htmlFor={id}>
        {label}
        {required && <span className="needed"> (needed)</span>}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldError id={`${id}-error`} text={error} />
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A box to tick, before its label. */
export const CheckField = ({ label, hint, error, ...box }: FieldProps & ComponentProps<'input'>) => (
  <FormField {...{ label, hint, error }} className="check-field">
    {(control) => <input {...control} {...box} type="checkbox" />}
  </FormField>
)

/** Announced when it appears. */
export const FieldError = ({ id, text }: { id: string; text: string | undefined }) =>
  text ? (
    <p className="field-error" id={id} role="alert">
      {text}
    </p>
  ) : null
