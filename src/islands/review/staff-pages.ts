import type { Ability } from '#contract/account.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'

/** The pages of staff, in the order of their menu, and what one must be allowed to do to see each. */
export const STAFF_PAGES = {
  review: { address: ADDRESS.review, title: 'Review', ability: 'review' },
  places: { address: ADDRESS.reviewPlaces, title: 'Places', ability: 'review' },
  removed: { address: ADDRESS.removed, title: 'Removed', ability: 'review' },
  accounts: { address: ADDRESS.accounts, title: 'Accounts', ability: 'manage_accounts' },
  state: { address: ADDRESS.state, title: 'State', ability: 'review' },
} satisfies Record<string, { address: string; title: string; ability: Ability }>

export type StaffPageName = keyof typeof STAFF_PAGES
