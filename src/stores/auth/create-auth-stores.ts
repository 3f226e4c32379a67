import { map } from 'nanostores'
import type { User } from '#contract/account.ts'
import { ERROR } from '#contract/messages.ts'
import { ApiError } from '#client/errors.ts'
import type { SessionClient } from '#client/session-client.ts'
import type { StoredSession } from '#client/stored-session.ts'
import type { Schedule } from '../shared/deps.ts'
import { createAccountChanges } from './account-changes.ts'
import type { AuthState, FormFailure } from './auth-stores.ts'
import { createLoginNeeded } from './login-needed.ts'
import { AUTH } from './messages.ts'

export interface AuthDeps {
  client: SessionClient
  session: StoredSession
  schedule: Schedule
  /** Calls `work` when another tab has changed the stored session. */
  onOtherTab(work: () => void): () => void
  /** Calls `work` when the tab is shown again, its computer woke up, or the connection is back. */
  onWake(work: () => void): () => void
}

/** Share of an access token's lifetime after which it is refreshed. */
const REFRESH_AT = 0.75
/** Milliseconds until the next attempt when there was no answer. */
const RETRY = { first: 2_000, longest: 60_000 }
/** Milliseconds, for a token that does not say how long it lives. */
const UNKNOWN_LIFETIME = 4 * 60_000

/** A refusal of what was sent, as opposed to a server that is busy, broken or away. */
const isRefusal = (problem: unknown) =>
  problem instanceof ApiError && problem.status < 500 && problem.status !== 429 && problem.status !== 404

/** The session of the user, shared by all islands of a page and, through the stored session, by all tabs (spec §4 "Authentication"). */
export function createAuthStores({ client, session, schedule, onOtherTab, onWake }: AuthDeps) {
  const $auth = map<AuthState>({ isAuthenticated: null, user: null, errors: null, registeredSuccess: false })
  /** Raised by every login and logout: an answer about an earlier session counts for nothing. */
  let generation = 0
  let failures = 0
  let cancelTimer: (() => void) | undefined
  let unbind: (() => void)[] = []

  const needed = createLoginNeeded({
    $auth,
    session,
    onEnded() {
      session.update(null)
      signedOut()
    },
  })

  function later(milliseconds: number, work: () => unknown) {
    cancelTimer?.()
    cancelTimer = schedule(milliseconds, () => void work())
  }
  const retryLater = (work: () => unknown) => later(Math.min(RETRY.first * 2 ** failures++, RETRY.longest), work)

  function signedOut() {
    generation += 1
    cancelTimer?.()
    // The stored user outlives a session that expired, but not a logout.
    $auth.set({ ...$auth.get(), isAuthenticated: false, user: session.user() && $auth.get().user })
    needed.signedOut()
  }
  function forget() {
    session.clear()
    signedOut()
  }

  async function isValid(token: string | null): Promise<boolean> {
    if (token === null) return false
    try {
      await client.call('verifyToken', { body: { token } })
      return true
    } catch (problem) {
      if (isRefusal(problem)) return false
      throw problem
    }
  }

  /** Spec §4 "Token check", then loads the current user. */
  async function check(): Promise<void> {
    const mine = ++generation
    if (session.access() === null) return signedOut()
    try {
      let valid = await isValid(session.access())
      if (!valid && (await client.refreshSession())) valid = await isValid(session.access())
      if (mine !== generation) return
      if (valid) return await loadUser()
      session.update(null)
      signedOut()
    } catch {
      if (mine !== generation) return
      // `me` was refused, which ended the session.
      if (session.access() === null) return signedOut()
      // The archive is away. Who was logged in goes on; calls that need the session will tell.
      const user = session.user()
      if (user && $auth.get().isAuthenticated === null) $auth.set({ ...$auth.get(), isAuthenticated: true, user })
      retryLater(check)
    }
  }

  /** @throws when the server does not answer. */
  async function loadUser(): Promise<void> {
    const mine = generation
    $auth.setKey('isAuthenticated', true)
    const user: User = await client.call('me')
    if (mine !== generation) return
    failures = 0
    session.rememberUser(user)
    $auth.set({ ...$auth.get(), user, errors: null })
    needed.signedIn()
    await refreshInTime()
  }

  const lifetime = () => (tokenLifetime(session.access() ?? '') ?? UNKNOWN_LIFETIME) * REFRESH_AT
  /**
   * Refreshes the access token once three quarters of its life are over, and plans the next time. Its age counts from when it was stored, since this
   * device's clock may differ from the server's.
   */
  async function refreshInTime(): Promise<void> {
    const age = session.accessAge()
    if (age !== null && age >= 0 && age < lifetime()) return later(lifetime() - age, refreshInTime)
    const mine = generation
    try {
      const isRefreshed = await client.refreshSession()
      if (mine !== generation) return
      if (!isRefreshed) return signedOut()
      failures = 0
      later(lifetime(), refreshInTime)
    } catch {
      if (mine === generation) retryLater(refreshInTime)
    }
  }

  /** Another tab logged in, logged out or refreshed, or this one slept. */
  function followStorage() {
    const { isAuthenticated, user } = $auth.get()
    const stored = session.user()
    if (session.access() === null) {
      if (isAuthenticated !== false || (user && !stored)) signedOut()
    } else if (isAuthenticated && user && stored?.id === user.id) void refreshInTime()
    else void check()
  }

  async function sendLogin(email: string, password: string) {
    const send = (password: string) => client.call('login', { body: { email, password, device: session.device() } })
    try {
      return await send(password)
    } catch (problem) {
      // Our server also tries it trimmed; another may compare it only as it was sent (spec §5 "Values are trimmed").
      if (!isRefusal(problem) || password === password.trim()) throw problem
      return send(password.trim())
    }
  }

  /** Spec §4: loads the user on success; a refusal clears the tokens and sets `errors` to "Invalid login!". */
  async function login(email: string, password: string): Promise<FormFailure> {
    const mine = ++generation
    $auth.setKey('errors', null)
    try {
      const tokens = await sendLogin(email, password)
      if (mine === generation) session.start(tokens)
    } catch (problem) {
      if (!isRefusal(problem)) return { text: AUTH.problem(problem) }
      session.update(null)
      $auth.set({ ...$auth.get(), isAuthenticated: false, errors: ERROR.login })
      const isUnused = problem instanceof ApiError && problem.detail === ERROR.noAccounts
      return { text: isUnused ? ERROR.noAccounts : ERROR.loginPage }
    }
    try {
      await loadUser()
      return undefined
    } catch (problem) {
      retryLater(check)
      return { text: AUTH.problem(problem) }
    }
  }

  return {
    $auth,
    $loginNeeded: needed.$loginNeeded,
    /** Checks the stored session and follows other tabs. Only the first call counts. */
    start() {
      if (unbind.length > 0) return
      unbind = [onOtherTab(followStorage), onWake(followStorage)]
      void check()
    },
    stop() {
      for (const off of unbind) off()
      unbind = []
      cancelTimer?.()
    },
    login,
    /** Ends the session in all tabs. */
    async logout(): Promise<void> {
      const refresh = session.refresh()
      forget()
      // Where the server has no such call, the tokens expire by themselves.
      if (refresh) await client.call('logOut', { body: { refresh } }).catch(() => undefined)
    },
    requireLogin: needed.requireLogin,
    cancelLogin: needed.cancelLogin,
    withSession: needed.withSession,
    ...createAccountChanges({ client, $auth, login, withSession: needed.withSession, forget }),
  }
}

/** The user's session. Pages use `pageAuth` (islands/account/page-auth.ts). */
export type AuthStores = ReturnType<typeof createAuthStores>

/** Milliseconds that a JSON web token lives, by its own `iat` and `exp` (RFC 7519 §4.1); null if it does not say. */
function tokenLifetime(token: string): number | null {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    const seconds = Number(exp) - Number(iat)
    return seconds > 0 ? seconds * 1000 : null
  } catch {
    return null
  }
}
