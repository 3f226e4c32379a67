import { PASSWORD } from '#contract/limits.ts'
import { PasswordField } from './Field.tsx'
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
