import { atom, type MapStore } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import type { StoredSession } from '#client/stored-session.ts'
import { SessionEndedError, type AuthState, type LoginNeeded } from './auth-stores.ts'

interface Deps {
  $auth: MapStore<AuthState>
  session: StoredSession
  /** Called when a call shows that the session is over. */
  onEnded(): void
}

/** When the login dialog is open, and the work that waits for it. */
export function createLoginNeeded({ $auth, session, onEnded }: Deps) {
  const $loginNeeded = atom<LoginNeeded | null>(null)
  /** Islands that cannot work without a user. */
  let needs = 0
  let waiting: PromiseWithResolvers<void> | undefined

  function ask() {
    const { user } = $auth.get()
    $loginNeeded.set({ reason: user ? 'ended' : 'signed-out', user })
  }
  /** The client has tried to refresh by then. A 403 with a valid token is about the user's rights. */
  const isSessionOver = (problem: unknown) =>
    problem instanceof ApiError && (problem.status === 401 || (problem.status === 403 && session.access() === null))

  return {
    $loginNeeded,
    signedOut() {
      if (needs > 0 || waiting) ask()
    },
    signedIn() {
      $loginNeeded.set(null)
      waiting?.resolve()
      waiting = undefined
    },
    /** Opens the login dialog whenever nobody is logged in. Returns its clean-up. */
    requireLogin(): () => void {
      needs += 1
      if ($auth.get().isAuthenticated === false) ask()
      return () => {
        needs -= 1
      }
    },
    /** Closes the login dialog; work that waits for it rejects. */
    cancelLogin() {
      $loginNeeded.set(null)
      waiting?.reject(new SessionEndedError())
      waiting = undefined
    },
    /**
     * Runs the work. When the session turns out to be over, the login dialog opens and the work runs again after a login of the same user.
     * @throws {SessionEndedError} when the dialog was cancelled or somebody else logged in; whatever else the work throws.
     */
    async withSession<T>(work: () => Promise<T>): Promise<T> {
      const owner = $auth.get().user?.id
      for (;;) {
        const sent = session.access()
        try {
          return await work()
        } catch (problem) {
          if (!isSessionOver(problem)) throw problem
        }
        // Another call may have led to a new login meanwhile.
        if (session.access() === sent || session.access() === null) {
          waiting ??= Promise.withResolvers()
          if ($auth.get().isAuthenticated !== false) onEnded()
          ask()
          await waiting.promise
        }
        if (owner !== undefined && $auth.get().user?.id !== owner) throw new SessionEndedError()
      }
    },
  }
}
