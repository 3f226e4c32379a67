import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '#components/Icon.tsx'
import type { Ability, User } from '#contract/account.ts'
import { userMay } from '#rules/access/user-abilities.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { listen } from '#stores/shared/listen.ts'
import { SignedIn } from '../account/SignedIn.tsx'
import type { PageAuth } from '../account/page-auth.ts'
import { Button } from '../widgets/Button.tsx'
import { TEXT } from './messages.ts'
import '#styles/review.css'

/** The pages that somebody may see: a line of links, and on a narrow screen a button that opens them. */
function StaffMenu({ user, current }: { user: User; current: StaffPageName }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) => menu.current?.contains(target as Node) || setOpen(false)
    return listen(document, 'pointerdown', close)
  }, [isOpen])
  const pages = Object.entries(STAFF_PAGES).filter(([, { ability }]) => userMay(user, ability))
  if (pages.length < 2) return null
  return (
    <nav
      ref={menu}
      className="staff-menu"
      aria-label="Staff"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ relatedTarget }) => relatedTarget && !menu.current?.contains(relatedTarget) && setOpen(false)}
    >
      <Button ref={button} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Staff menu
        <Icon name={isOpen ? 'up' : 'down'} />
      </Button>
      <ul id={id} data-open={isOpen || undefined}>
        {pages.map(([name, { address, title }]) => (
          <li key={name}>
            <a href={address} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The pages of staff, in the order of their menu, and what one must be allowed to do to see each. */
const STAFF_PAGES = {
  review: { address: ADDRESS.review, title: 'Review', ability: 'review' },
  places: { address: STAFF_ADDRESS.places, title: 'Places', ability: 'review' },
  maps: { address: STAFF_ADDRESS.maps, title: 'Old Maps', ability: 'review' },
  subjects: { address: STAFF_ADDRESS.subjects, title: 'Subjects', ability: 'review' },
  collections: { address: STAFF_ADDRESS.collections, title: 'Collections', ability: 'review' },
  stories: { address: STAFF_ADDRESS.stories, title: 'Stories', ability: 'review' },
  imports: { address: STAFF_ADDRESS.imports, title: 'Import', ability: 'review' },
  undo: { address: STAFF_ADDRESS.undo, title: 'Undo', ability: 'review' },
  accounts: { address: STAFF_ADDRESS.accounts, title: 'Accounts', ability: 'manage_accounts' },
  state: { address: STAFF_ADDRESS.state, title: 'State', ability: 'review' },
  settings: { address: STAFF_ADDRESS.settings, title: 'Settings', ability: 'manage_accounts' },
} satisfies Record<string, { address: string; title: string; ability: Ability }>

type StaffPageName = keyof typeof STAFF_PAGES

interface Props {
  apiBase: string
  name: StaffPageName
  children: (user: User, page: PageAuth) => ReactNode
}

/** The island of such a page. */
export const staffPage = (name: StaffPageName, children: Props['children']) =>
  function Page({ apiBase }: { apiBase: string }) {
    return <StaffPage {...{ apiBase, name, children }} />
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
