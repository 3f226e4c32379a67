import { useEffect } from 'react'
import { ERROR } from '#contract/messages.ts'
import { Button } from '../widgets/Button.tsx'
import '#styles/account.css'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { LoginForm } from './LoginForm.tsx'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

interface Props {
  auth: AuthStores
  /** After Cancel: a page that shows nothing to who is signed out leads away. */
  onCancel?: () => void
}

/** Opens over the page whenever a login is needed (`auth.$loginNeeded`) and closes after it. */
export function LoginDialog({ auth, onCancel }: Props) {
  const needed = useStore(auth.$loginNeeded)
  const isOpen = needed !== null
  useEffect(() => (isOpen ? focusHeading : undefined), [isOpen])
  if (!needed) return null
  const cancel = () => {
    auth.cancelLogin()
    onCancel?.()
  }
  return (
    <TitledDialog title="Log In" onClose={cancel} staysOpen>
      {needed.reason === 'ended' ? (
        <p role="alert">
          <strong>{ERROR.unauthorized}</strong> You were logged in for a long time, or logged out elsewhere. Log in
          again to go on. Nothing that you typed is lost.
        </p>
      ) : (
        <p>Please log in to go on.</p>
      )}
      <LoginForm auth={auth} email={needed.user?.email} inNewTab />
      <Button onClick={cancel}>Cancel</Button>
    </TitledDialog>
  )
}

/** After a dialog that opened with the page, nothing gets the focus back. */
function focusHeading() {
  const heading = document.querySelector('h1')
  if (document.activeElement !== document.body || !heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
