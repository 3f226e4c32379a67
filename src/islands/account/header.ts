// Part of this bundle: it cannot load further parts.
import { userMay } from '#rules/access/user-abilities.ts'
import { editAddress } from '#rules/addresses/page-addresses.ts'
import { recordOfPath } from '#rules/addresses/record-address.ts'
import './leave-drafts.ts'
import { pageAuth, type PageAuth } from './page-auth.ts'
import { element } from '../search/elements.ts'
import styles from './edit-link.css?inline'

// The user's menu, and "Edit" for staff, on pages without an island of the session; loaded only while somebody is logged in (layouts/inline-code.ts).
const link = document.querySelector<HTMLElement>('.site-header .login')
const page = pageAuth(link?.dataset.api ?? '')
page.start({ staysAfterLogout: true })
showEditLink(page)

/** "Edit" on the page of a record and in its popup, for staff. All of it is here, so that visitors load none of it. */
function showEditLink({ auth, session }: PageAuth): void {
  const mayEdit = () => {
    const { isAuthenticated, user } = auth.$auth.get()
    // Before the session is checked, who was logged in last.
    const current = isAuthenticated === false ? null : (user ?? session.user())
    return current !== null && userMay(current, 'review')
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  // A dialog takes the focus when it opens.
  document.addEventListener('focusin', ({ target }) => mayEdit() && addToPopup(target as Element))

  const draw = () => {
    const line = editLine()
    if (line) auth.$auth.subscribe(() => (mayEdit() ? document.getElementById('main')?.before(line) : line.remove()))
  }
  // A cached script can be faster than the rest of the page.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', draw)
  else draw()
}

function linkTo(path: string) {
  const record = recordOfPath(path)
  return record && element('a', { class: 'edit-record', href: editAddress(record.kind, record.key) }, 'Edit')
}

/** On the page of a record, on the line of the breadcrumbs: nothing moves when it comes. */
function editLine() {
  const link = linkTo(location.pathname)
  return link && element('nav', { class: 'edit-line wide', 'aria-label': 'For cataloguers' }, link)
}

/** In the popup of a record (islands/records/RecordPopup.tsx), beside the link to its page. */
function addToPopup(target: Element) {
  const bar = target.closest('.popup')?.querySelector('.popup-bar')
  const page = bar?.querySelector('a')
  if (!page || bar?.querySelector('.edit-record')) return
  const link = linkTo(page.pathname)
  if (link) page.after(link)
}
