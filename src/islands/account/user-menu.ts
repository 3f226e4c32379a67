import type { User } from '#contract/account.ts'
import { SESSION_KEYS } from '#client/session-keys.ts'
import type { StoredSession } from '#client/stored-session.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { element } from '../search/elements.ts'
import styles from './user-menu.css?inline'
import type { AuthStores } from '#stores/auth/create-auth-stores.ts'

/** What a user's menu links to. Most of it needs our server: another sends no role. */
function linksOf({ role, may }: User): (readonly [string, string])[] {
  const addItem = [ADDRESS.addItem, 'Add Item'] as const
  if (role === undefined) return [addItem]
  return [
    addItem,
    ...(may?.includes('review') ? [[ADDRESS.review, 'Review'] as const] : []),
    [ADDRESS.submissions, 'My submissions'],
    [ADDRESS.account, 'Account'],
  ]
}

function drawMenu(user: User, logOut: () => void): HTMLElement {
  const out = element('button', { type: 'button', class: 'button login' }, 'Log Out')
  out.addEventListener('click', logOut)
  const name = user.name || user.email || 'Your account'
  const list = element('ul', { id: 'user-menu' })
  for (const [href, text] of linksOf(user)) list.append(element('li', {}, element('a', { href }, text)))
  list.hidden = true
  const button = element(
    'button',
    { type: 'button', class: 'user-button', 'aria-expanded': 'false', 'aria-controls': list.id },
    element('span', { class: 'user-name' }, name),
  )
  const menu = element('nav', { class: 'user-menu', 'aria-label': 'Your account' }, button, list)
  const open = (isOpen: boolean) => {
    list.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }
  button.addEventListener('click', () => open(list.hidden === true))
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || list.hidden) return
    open(false)
    button.focus()
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!menu.contains(relatedTarget as Node | null)) open(false)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (!menu.contains(target as Node | null)) open(false)
  })
  return element('div', { class: 'user-area' }, menu, out)
}

interface Deps {
  /** `Client.base`: drafts belong to a user of one API. */
  api: string
  auth: AuthStores
  session: StoredSession
  onLogout(): void
}

/** Spec §2 "Header": while somebody is logged in, replaces the Log In link by their menu and Log Out. Plain DOM, since it runs on every page. */
export function showUserMenu({ api, auth, session, onLogout }: Deps): void {
  const link = document.querySelector<HTMLElement>('.site-header .login')
  if (!link) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  const status = element('div', { role: 'status', class: 'visually-hidden' })
  link.after(status)
  let shown: HTMLElement = link
  let drawn: User | null = null

  async function logOut() {
    const { leaveDrafts } = await import('./leave-drafts.ts')
    if (drawn && !(await leaveDrafts({ api, account: drawn.id }))) return
    const sent = auth.logout()
    // Stores of this page that look at the session: a storage event reaches other tabs only.
    dispatchEvent(new StorageEvent('storage', { key: SESSION_KEYS.access }))
    status.textContent = 'You are logged out.'
    shown.focus()
    await sent
    onLogout()
  }
  function show() {
    const { isAuthenticated, user } = auth.$auth.get()
    // Before the session is checked, who was logged in last.
    const first = user?.next
    if (first && location.pathname !== first) location.replace(first)
    const next = isAuthenticated === false ? null : (user ?? session.user())
    if (JSON.stringify(next) === JSON.stringify(drawn)) return
    drawn = next
    const wanted = next ? drawMenu(next, () => void logOut()) : link!
    shown.replaceWith(wanted)
    shown = wanted
    if (next) status.textContent = ''
  }
  auth.$auth.subscribe(show)
}
