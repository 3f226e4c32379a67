import { useEffect } from 'react'
import { login } from '#contract/account.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { FormError } from '../widgets/FormError.tsx'
import { Field, PasswordField } from './Field.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

interface Props {
  auth: AuthStores
  /** Filled in, for a user who was logged in before. */
  email?: string | undefined
  /** The links leave the page behind: they open in a new tab. */
  inNewTab?: boolean
  onSend?: () => void
  onDone?: () => void
}

/** Spec §2 "Login page": email and password, error text, links. */
export function LoginForm({ auth, email, inNewTab, onSend, onDone }: Props) {
  const { errors, text, isSending, props } = useForm(login, async ({ email, password }) => {
    onSend?.()
    const failure = await auth.login(email, password)
    if (!failure) onDone?.()
    return failure
  })
  // In a dialog, typing can begin at once.
  useEffect(() => {
    if (inNewTab) props.ref.current!.querySelector<HTMLInputElement>(`[name=${email ? 'password' : 'email'}]`)!.focus()
  }, [inNewTab, email, props.ref])
  const target = inNewTab ? '_blank' : undefined
  return (
    <form className="account-form" {...props}>
      <FormError text={text} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        error={errors.email}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" error={errors.password} />
      <SubmitButton isSending={isSending}>Log In</SubmitButton>
      <p className="form-links">
        <a href={ADDRESS.resetPassword} target={target}>
          Forgot your Password?
        </a>
        <a href={ADDRESS.register} target={target}>
          Register
        </a>
      </p>
    </form>
  )
}
