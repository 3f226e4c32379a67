import type { MapStore, ReadableAtom } from 'nanostores'
import type * as v from 'valibot'
import type { activation, passwordChange, resetConfirm, User } from '#contract/account.ts'

/** Spec §3, §4 "auth". The tokens are in the stored session. */
export interface AuthState {
  /** Null until it is known. */
  isAuthenticated: boolean | null
  /** The profile. It stays when a session expires during work, so that the page can keep what belongs to the user; a logout removes it. */
  user: User | null
  /** The sentence of a failed login. */
  errors: string | null
  /** Accounts are made by administrators only, so this stays false (spec §2 "Register": information only). */
  registeredSuccess: boolean
}

/** Why a login is needed: nobody is logged in, or the session of `user` ended during work. */
export interface LoginNeeded {
  reason: 'signed-out' | 'ended'
  user: User | null
}

/** How a form that was sent has ended: undefined for success, else sentences for the form and its fields. */
export type FormFailure = { text?: string; fields?: Readonly<Record<string, string>> } | undefined

/** The work was given up because its session ended and nobody, or somebody else, logged in again. */
export class SessionEndedError extends Error {
  constructor() {
    super('The session has ended.')
    this.name = 'SessionEndedError'
  }
}

/** The user's session. `createAuthStores` makes it; pages use `pageAuth` (islands/account/page-auth.ts). */
export interface AuthStores {
  $auth: MapStore<AuthState>
  /** Set while the login dialog is to be shown. */
  $loginNeeded: ReadableAtom<LoginNeeded | null>
  /** Checks the stored session and follows other tabs. Only the first call counts. */
  start(): void
  stop(): void
  /** Spec §4: loads the user on success; a refusal clears the tokens and sets `errors` to "Invalid login!". */
  login(email: string, password: string): Promise<FormFailure>
  /** Ends the session in all tabs. */
  logout(): Promise<void>
  requestReset(email: string): Promise<FormFailure>
  confirmReset(body: v.InferInput<typeof resetConfirm>): Promise<FormFailure>
  /** `next`: the path of the next step, where the server names one (our addition). */
  activate(link: v.InferInput<typeof activation>): Promise<{ failure: FormFailure; next: string | null }>
  /** Other sessions end; this one goes on. */
  changePassword(body: v.InferInput<typeof passwordChange>): Promise<FormFailure>
  /** Ends all sessions of the account, including this one. */
  endSessions(): Promise<FormFailure>
  /** Opens the login dialog whenever nobody is logged in. Returns its clean-up. */
  requireLogin(): () => void
  /** Closes the login dialog; work that waits for it rejects. */
  cancelLogin(): void
  /**
   * Runs the work. When the session turns out to be over, the login dialog opens and the work runs again after a login of the same user.
   * @throws {SessionEndedError} when the dialog was cancelled or somebody else logged in; whatever else the work throws.
   */
  withSession<T>(work: () => Promise<T>): Promise<T>
}
