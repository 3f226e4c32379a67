import { SESSION_KEYS } from '#client/session-keys.ts'
import type { Ability } from '#contract/account.ts'

/** What the user who is logged in on this device may do, as last loaded. For links only: the API decides. */
export function storedUserMay(ability: Ability): boolean {
  try {
    const user = JSON.parse(localStorage[SESSION_KEYS.user] as string) as { may?: string[] }
    return Boolean(localStorage[SESSION_KEYS.access]) && user.may?.includes(ability) === true
  } catch {
    // Nobody is logged in, or the browser stores nothing.
    return false
  }
}
