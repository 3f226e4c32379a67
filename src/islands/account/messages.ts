import * as v from 'valibot'
import type { Notice } from '#stores/map/map-stores.ts'
import { activation } from '#contract/account.ts'

const good = (text: string): Notice => ({ text, isWarning: false })
const bad = (text: string): Notice => ({ text, isWarning: true })

/** What the map says after a form of an account has led there (spec §2 "redirects to / regardless of outcome"). */
export const NOTICE = {
  loggedOut: good('You are logged out.'),
  /** The same for known and unknown addresses. */
  resetRequested: good(
    'If there is an account with this email address, we have sent a link for a new password to it. Please look into your mailbox, also among the junk mail.',
  ),
  resetNotRequested: (why = '') => bad(`No email was sent. ${why}`.trim()),
  passwordSet: good('Your new password is set. You can log in with it now.'),
  passwordNotSet: (why: string) => bad(`Your password was not changed. ${why}`),
  activated: good(
    'Your account is active. If you do not have a password yet, choose “Forgot your Password?” on the login page.',
  ),
  notActivated: (why: string) => bad(`Your account was not activated. ${why}`),
  sessionsEnded: good('You are logged out everywhere.'),
} as const

/** Texts of the account pages. */
export const TEXT = {
  passwordHint: 'At least 8 characters, at most 50, with a capital letter, a lowercase letter and a number.',
  passwordChanged: 'Your password is changed. You are still logged in here; all other devices have to log in again.',
  activate: 'Welcome! Press the button to start using your account.',
  activateAndChoose:
    'Welcome! Press the button to activate your account; then you choose a password for it. Until you have chosen one, you can come back with the same link.',
  badLink: 'The link no longer works: it may be old, or it was used already.',
} as const

/** uid and token of the link that led here: `secretGuard` (layouts/inline-code.ts) moved them out of the address. */
export function readSecretLink(): v.InferOutput<typeof activation> | undefined {
  const state = v.safeParse(activation, history.state)
  if (!state.success) return undefined
  try {
    return { uid: decodeURIComponent(state.output.uid), token: decodeURIComponent(state.output.token) }
  } catch {
    return undefined
  }
}
