import { useEffect, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { browserDeps } from '#stores/shared/browser-deps.ts'
import { createSubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import '#styles/submissions.css'
import { LoginDialog } from '../account/LoginDialog.tsx'
import { pageAuth } from '../account/page-auth.ts'
import { useStore } from '../widgets/use-store.ts'
import { SubmissionList } from './SubmissionList.tsx'

/** Island: what the user has sent in, and its review state (our addition). */
export default function SubmissionsPage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  const { auth, client, session } = page
  const [stores] = useState(() => {
    const { address } = browserDeps(window)
    return createSubmissionsStores({ client, address, withSession: auth.withSession })
  })
  const { user } = useStore(auth.$auth)
  const id = user?.id
  useEffect(() => {
    page.start()
    return auth.requireLogin()
  }, [page, auth])
  useEffect(() => {
    if (id !== undefined) void stores.start()
  }, [stores, id])

  return (
    <>
      {id === undefined ? <Loading /> : <SubmissionList key={id} stores={stores} client={client} session={session} />}
      <LoginDialog auth={auth} onCancel={() => location.assign(ADDRESS.map)} />
    </>
  )
}
