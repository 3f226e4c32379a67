import { useEffect, useState } from 'react'
import { Loading } from '#components/record/Loading.tsx'
import { userMay } from '#rules/access/user-abilities.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import '#styles/review.css'
import { LoginDialog } from '../account/LoginDialog.tsx'
import { pageAuth, type PageAuth } from '../account/page-auth.ts'
import { useStore } from '../widgets/use-store.ts'
import { createDeskOf } from './create-desk.ts'
import { Desk } from './Desk.tsx'
import { DeskContext } from './desk-context.ts'
import { TEXT } from './messages.ts'

/** Island: the review desk of the cataloguers (our addition). */
export default function ReviewPage({ apiBase }: { apiBase: string }) {
  const [page] = useState(() => pageAuth(apiBase))
  const { auth } = page
  const { user } = useStore(auth.$auth)
  useEffect(() => {
    page.start()
    return auth.requireLogin()
  }, [page, auth])

  return (
    <>
      {!user ? (
        <Loading />
      ) : userMay(user, 'review') ? (
        <StaffDesk key={user.id} page={page} user={user.id} />
      ) : (
        <p className="lead">
          {TEXT.notStaff} <a href={ADDRESS.submissions}>My submissions</a>
        </p>
      )}
      <LoginDialog auth={auth} onCancel={() => location.assign(ADDRESS.map)} />
    </>
  )
}

function StaffDesk({ page, user }: { page: PageAuth; user: number }) {
  const [parts] = useState(() => createDeskOf(page, user))
  useEffect(() => parts.start(), [parts])
  return (
    <DeskContext value={parts}>
      <Desk />
    </DeskContext>
  )
}
