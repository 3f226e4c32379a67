import { useEffect, useState } from 'react'
import type { PageAuth } from '../account/page-auth.ts'
import { createDeskOf } from './create-desk.ts'
import { Desk } from './Desk.tsx'
import { DeskContext } from './desk-context.ts'
import { StaffPage } from './StaffPage.tsx'

/** Island: the review desk of the cataloguers (our addition). */
export default function ReviewPage({ apiBase }: { apiBase: string }) {
  return (
    <StaffPage apiBase={apiBase} name="review">
      {(user, page) => <StaffDesk key={user.id} page={page} user={user.id} />}
    </StaffPage>
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
