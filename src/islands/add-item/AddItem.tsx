import { useEffect, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import '#styles/add-item.css'
import { LoginDialog } from '../account/LoginDialog.tsx'
import { pageAuth } from '../account/page-auth.ts'
import { useStore } from '../widgets/use-store.ts'
import { Wizard } from './Wizard.tsx'

/** Island. Spec §2: a spinner until the user is authenticated and the profile is loaded; who is signed out gets the login over it. */
export default function AddItem({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  const { auth } = page
  const { user } = useStore(auth.$auth)
  useEffect(() => {
    page.start()
    return auth.requireLogin()
  }, [page, auth])
  return (
    <>
      {user ? <Wizard key={user.id} page={page} user={user} /> : <Loading />}
      <LoginDialog auth={auth} onCancel={() => user || location.assign(ADDRESS.collection)} />
    </>
  )
}
