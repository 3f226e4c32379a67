import type { ReactNode } from 'react'
import type { User } from '#contract/account.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import '#styles/review.css'
import type { PageAuth } from '../account/page-auth.ts'
import { SignedIn } from '../account/SignedIn.tsx'
import { TEXT } from './messages.ts'
import { STAFF_PAGES, StaffMenu, type StaffPageName } from './StaffMenu.tsx'

interface Props {
  apiBase: string
  name: StaffPageName
  children: (user: User, page: PageAuth) => ReactNode
}

/** A page of staff under their menu; others are told that it is not for them. */
export function StaffPage({ apiBase, name, children }: Props) {
  return (
    <SignedIn apiBase={apiBase}>
      {(user, page) =>
        userMay(user, STAFF_PAGES[name].ability) ? (
          <>
            <StaffMenu user={user} current={name} />
            {children(user, page)}
          </>
        ) : (
          <p className="lead">
            {TEXT.notStaff} <a href={ADDRESS.submissions}>My submissions</a>
          </p>
        )
      }
    </SignedIn>
  )
}
