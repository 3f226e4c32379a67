import { type ReactNode, useEffect, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import type { User } from '#contract/account.ts'
import { ERROR } from '#contract/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'
import { Button } from '../widgets/Button.tsx'
import { TitledDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { LoginForm } from './LoginForm.tsx'
import { pageAuth, type PageAuth } from './page-auth.ts'
import '#styles/account.css'

interface LoginProps {
  auth: AuthStores
  /** After Cancel: a page that shows nothing to who is signed out leads away. */
  onCancel?: () => void
}

/** Opens over the page whenever a login is needed (`auth.$loginNeeded`) and closes after it. */
function LoginDialog({ auth, onCancel }: LoginProps) {
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

interface Props {
  apiBase: string
  /** Where who is signed out and does not want to log in is led. */
  leadsTo?: string
  children: (user: User, page: PageAuth) => ReactNode
}

/** What only a signed-in user sees. Asks who is signed out to log in, and leads to the map who does not want to. */
export function SignedIn({ apiBase, leadsTo = ADDRESS.map, children }: Props) {
  const [page] = useState(() => pageAuth(apiBase))
  const { auth } = page
  const { user } = useStore(auth.$auth)
  useEffect(() => {
    page.start()
    return auth.requireLogin()
  }, [page, auth])
  return (
    <>
      {user ? children(user, page) : <Loading />}
      <LoginDialog auth={auth} onCancel={() => user || location.assign(leadsTo)} />
    </>
  )
}
