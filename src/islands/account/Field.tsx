import { useState, type InputHTMLAttributes } from 'react'
import { PASSWORD } from '#contract/limits.ts'
import { FormField } from '../widgets/FormField.tsx'
import { TEXT } from './messages.ts'

/** For password managers that make one up (https://developer.apple.com/password-rules/). */
const RULES = {
  passwordrules: `minlength: ${PASSWORD.minimum}; maxlength: ${PASSWORD.maximum}; required: lower; required: upper; required: digit;`,
}

/** A new password, twice (spec §2 "Password reset confirm"). */
export const NewPasswordFields = ({ errors }: { errors: Readonly<Record<string, string>> }) => (
  <>
    <PasswordField
      label="New Password"
      name="new_password"
      autoComplete="new-password"
      hint={TEXT.passwordHint}
      error={errors.new_password}
      {...RULES}
    />
    <PasswordField
      label="Confirm New Password"
      name="re_new_password"
      autoComplete="new-password"
      error={errors.re_new_password}
    />
  </>
)

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: string
  error?: string | undefined
}

/** A field that keeps its own value. */
export const Field = ({ label, hint, error, ...input }: Props) => (
  <FormField {...{ label, hint, error }}>{(control) => <input {...control} required {...input} />}</FormField>
)

/** A password that can be shown. */
export function PasswordField(props: Omit<Props, 'type'>) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="password">
      <Field {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="password-toggle"
        aria-label={`${isShown ? 'Hide' : 'Show'} the characters`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
      </button>
    </div>
  )
}
