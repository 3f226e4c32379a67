import { useEffect, useState, type ReactNode } from 'react'
import type { User } from '#contract/account.ts'
import { Loading } from '#components/record/Loading.tsx'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { useStore } from '../widgets/use-store.ts'
import { LoginDialog } from './LoginDialog.tsx'
import { pageAuth, type PageAuth } from './page-auth.ts'

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
