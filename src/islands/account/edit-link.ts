import { userMay } from '#rules/access/user-abilities.ts'
import { editAddress } from '#rules/addresses/page-addresses.ts'
import { recordOfPath } from '#rules/addresses/record-address.ts'
import { element } from '../search/elements.ts'
import styles from './edit-link.css?inline'
import type { PageAuth } from './page-auth.ts'

/** "Edit" on the page of a record, for staff. It has a place of its own on the line of the breadcrumbs, so that nothing moves. */
export function showEditLink(page: PageAuth): void {
  // A cached script can be faster than the rest of the page.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => drawEditLink(page))
  else drawEditLink(page)
}

function drawEditLink({ auth, session }: PageAuth): void {
  const record = recordOfPath(location.pathname)
  const main = document.getElementById('main')
  if (!record || !main) return
  const link = element('a', { class: 'edit-record', href: editAddress(record.kind, record.key) }, 'Edit')
  const line = element('nav', { class: 'edit-line wide', 'aria-label': 'For cataloguers' }, link)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  auth.$auth.subscribe(({ isAuthenticated, user }) => {
    // Before the session is checked, who was logged in last.
    const current = isAuthenticated === false ? null : (user ?? session.user())
    if (!current || !userMay(current, 'review')) return line.remove()
    if (!line.isConnected) main.before(line)
  })
}
