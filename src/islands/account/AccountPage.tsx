import { useState } from 'react'
import { passwordChange } from '#contract/account.ts'
import { Button } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { Status } from '../widgets/Status.tsx'
import { NewPasswordFields, PasswordField } from './Field.tsx'
import { NOTICE, TEXT } from './messages.ts'
import { SignedIn } from './SignedIn.tsx'
import { SubmitButton } from './SubmitButton.tsx'
import { useForm } from './use-form.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

/** Island: the user's own account (our addition). */
export default function AccountPage({ apiBase }: { apiBase: string }) {
  return (
    <SignedIn apiBase={apiBase}>
      {(user, { auth }) => (
        <>
          <dl className="catalogue">
            <div>
              <dt>Name</dt>
              <dd>{user.name || '–'}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>{user.email || '–'}</dd>
            </div>
          </dl>
          <ChangePassword auth={auth} email={user.email} />
          <EndSessions auth={auth} />
        </>
      )}
    </SignedIn>
  )
}

function ChangePassword({ auth, email }: { auth: AuthStores; email: string | undefined }) {
  const [isDone, setDone] = useState(false)
  const { errors, text, isSending, props } = useForm(passwordChange, async (body, form) => {
    setDone(false)
    const failure = await auth.changePassword(body)
    if (failure) return failure
    form.reset()
    setDone(true)
    return undefined
  })
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">Change your password</h2>
      <form className="account-form" {...props}>
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
        <FormError text={text} />
        <PasswordField
          label="Current Password"
          name="current_password"
          autoComplete="current-password"
          error={errors.current_password}
        />
        <NewPasswordFields errors={errors} />
        <SubmitButton isSending={isSending}>Change Password</SubmitButton>
        <Status className="form-done">{isDone && TEXT.passwordChanged}</Status>
      </form>
    </section>
  )
}

function EndSessions({ auth }: { auth: AuthStores }) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  async function end() {
    if (isSending) return
    setSending(true)
    const failure = await auth.endSessions()
    if (!failure) return leadToMap(NOTICE.sessionsEnded)
    setProblem(failure.text)
    setSending(false)
  }
  return (
    <section aria-labelledby="end-sessions">
      <h2 id="end-sessions">Log out everywhere</h2>
      <p>
        Did you forget to log out on another computer, or lose a phone? This ends all your sessions, on every device and
        here too. Drafts stay on the devices where you wrote them.
      </p>
      <FormError text={problem} />
      <Button aria-disabled={isSending} onClick={() => void end()}>
        End All Sessions
      </Button>
    </section>
  )
}
