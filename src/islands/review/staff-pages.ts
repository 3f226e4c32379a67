import type { Ability } from '#contract/account.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'

/** The pages of staff, in the order of their menu, and what one must be allowed to do to see each. */
export const STAFF_PAGES = {
  review: { address: ADDRESS.review, title: 'Review', ability: 'review' },
  places: { address: STAFF_ADDRESS.places, title: 'Places', ability: 'review' },
  maps: { address: STAFF_ADDRESS.maps, title: 'Old Maps', ability: 'review' },
  subjects: { address: STAFF_ADDRESS.subjects, title: 'Subjects', ability: 'review' },
  collections: { address: STAFF_ADDRESS.collections, title: 'Collections', ability: 'review' },
  undo: { address: STAFF_ADDRESS.undo, title: 'Undo', ability: 'review' },
  accounts: { address: STAFF_ADDRESS.accounts, title: 'Accounts', ability: 'manage_accounts' },
  state: { address: STAFF_ADDRESS.state, title: 'State', ability: 'review' },
  settings: { address: STAFF_ADDRESS.settings, title: 'Settings', ability: 'manage_accounts' },
} satisfies Record<string, { address: string; title: string; ability: Ability }>

export type StaffPageName = keyof typeof STAFF_PAGES
