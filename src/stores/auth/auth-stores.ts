import type { User } from '#contract/account.ts'

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
