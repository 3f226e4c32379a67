import type { Account } from '#contract/account.ts'
import { LINK_LIFETIME } from '#contract/limits.ts'
import { plural } from '#rules/names/record-names.ts'
import type { AccountFilter, AccountStep } from '#stores/review/accounts/accounts.ts'
import { countOfDrafts, mailProblemText, whenText } from '../messages.ts'

export const ROLE_NAMES: Record<Account['role'], string> = {
  volunteer: 'Volunteer',
  staff: 'Cataloguer',
  administrator: 'Administrator',
}
/** What a role may do, each including those before it. */
export const ROLE_HINT =
  'Volunteers send in items. Cataloguers also review, publish and edit. Administrators also manage accounts.'
export const STATE_NAMES: Record<Account['state'], string> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
}
export const FILTERS: readonly (readonly [filter: AccountFilter, text: string])[] = [
  ['all', 'All'],
  ['active', 'Active'],
  ['invited', 'Invited, not yet activated'],
  ['disabled', 'Disabled'],
  ['volunteer', 'Volunteers'],
  ['staff', 'Cataloguers'],
  ['administrator', 'Administrators'],
]

const DAYS = LINK_LIFETIME.activation / 86_400_000
export const TEXT = {
  invite: 'Invite Somebody',
  emailHint: `The invitation goes there. Its link works for ${DAYS} days.`,
  organizationHint: 'Members of the society see its collections and can describe items archivally.',
  sessionsHint: 'Another role or organization logs them out everywhere.',
  own: 'This is your own account. Another administrator can change its role or disable it.',
  none: 'No account matches.',
  endHint: 'They are logged out on every device and have to log in again. Nothing that they typed there is lost.',
} as const

export const countOfAccounts = (count: number): string => plural(count, 'account')

const DONE: Record<AccountStep['step'], (account: Account) => string> = {
  invited: ({ name, email }) => `${name} is invited. The letter is on its way to ${email}.`,
  changed: ({ name }) => `The account of ${name} is changed.`,
  disabled: ({ name }) => `${name} can't log in any more.`,
  enabled: ({ name }) => `${name} can log in again.`,
  sent: ({ name, email, state }) =>
    state === 'invited'
      ? `Another invitation for ${name} is on its way to ${email}.`
      : `A link for a new password is on its way to ${email}.`,
  ended: ({ name }) => `${name} is logged out everywhere.`,
}
export const doneText = ({ step, account }: AccountStep): string => DONE[step](account)

/** What disabling means for this account. `drafts`: undefined if their number is not known. */
export function disableText({ name }: Account, drafts: number | undefined): string {
  const kept =
    drafts === undefined
      ? 'Drafts that they sent in stay in the queue and can be reviewed as before.'
      : drafts === 0
        ? 'They have no drafts in the queue.'
        : `${countOfDrafts(drafts)} of theirs ${drafts === 1 ? 'stays' : 'stay'} in the queue and can be reviewed as before.`
  return `${name} is logged out everywhere at once, and links in letters to them stop working. ${kept} They get no letters about them. What is published stays; their name is no longer shown beside it. You can enable the account again at any time.`
}

export const undeliveredText = ({ since, reason, given_up }: NonNullable<Account['undelivered']>): string =>
  `A letter (${whenText(since)}) could not be delivered. ${mailProblemText(reason)} ${given_up ? 'It is not tried again.' : 'It is tried again by itself.'}`
