import { createSessionClient, type SessionClient } from '#client/session-client.ts'
import { SESSION_KEYS } from '#client/session-keys.ts'
import { createStoredSession, type SessionStorage, type StoredSession } from '#client/stored-session.ts'
import type { User } from '#contract/account.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { type AuthDeps, type AuthStores, createAuthStores } from '#stores/auth/create-auth-stores.ts'
import { storageOf } from '#stores/shared/browser-deps.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { listen } from '#stores/shared/listen.ts'
import { element } from '../search/elements.ts'
import { leadToMap } from '../widgets/lead-to-map.ts'
import { NOTICE } from './messages.ts'
import styles from './user-menu.css?inline'

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
function showUserMenu({ api, auth, session, onLogout }: Deps): void {
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

export interface PageAuth {
  auth: AuthStores
  /** For the calls of sessions and accounts; pages make their own for more (client/user-client.ts). */
  client: SessionClient
  session: StoredSession
  /** Checks the session and draws the user's menu. `staysAfterLogout`: the page is the same without a user. Only the first call counts. */
  start(options?: { staysAfterLogout: boolean }): void
}

let page: PageAuth | undefined

/** The session, one for all islands of a page. It touches neither window nor network before `start`, so server rendering and hydration match. */
export const pageAuth = (apiBase: string): PageAuth => (page ??= createPageAuth(apiBase))

function createPageAuth(apiBase: string): PageAuth {
  const { storage, locks, ...deps } = browserDeps(globalThis.window)
  const session = createStoredSession(storage, locks)
  const client = createSessionClient({ base: apiBase, tokens: session })
  const auth = createAuthStores({ ...deps, client, session })
  let isStarted = false
  return {
    auth,
    client,
    session,
    start({ staysAfterLogout } = { staysAfterLogout: false }) {
      if (isStarted) return
      isStarted = true
      showUserMenu({ api: apiBase, auth, session, onLogout: () => staysAfterLogout || leadToMap(NOTICE.loggedOut) })
      auth.start()
    },
  }
}

interface BrowserDeps extends Omit<AuthDeps, 'client' | 'session'> {
  /** localStorage; where the browser blocks it, the session lasts as long as the page. */
  storage: SessionStorage
  locks: Pick<LockManager, 'request'>
}

/** The browser's side of the session. */
function browserDeps(page: Window & typeof globalThis): BrowserDeps {
  const inMemory = new Map<string, string>()
  const storage = () => storageOf(page, 'localStorage')
  return {
    schedule,
    storage: {
      getItem: (key) => (storage() ? storage()!.getItem(key) : (inMemory.get(key) ?? null)),
      setItem: (key, value) => void (storage() ? storage()!.setItem(key, value) : inMemory.set(key, value)),
      removeItem: (key) => void (storage() ? storage()!.removeItem(key) : inMemory.delete(key)),
    },
    // Browsers offer no locks without https.
    locks: {
      request: (...args: unknown[]) => (page.navigator.locks.request as (...args: unknown[]) => never)(...args),
    },
    onOtherTab: (work) =>
      // Without a key everything was removed.
      listen(page, 'storage', ({ key }: StorageEvent) => (key === SESSION_KEYS.access || key === null) && work()),
    onWake(work) {
      const unbind = [
        listen(page, 'pageshow', ({ persisted }: PageTransitionEvent) => persisted && work()),
        listen(page, 'online', work),
        listen(page.document, 'visibilitychange', () => page.document.visibilityState === 'visible' && work()),
      ]
      return () => unbind.forEach((off) => off())
    },
  }
}
