import type { Ability, User } from '#contract/account.ts'
import { society } from '#society'

const OF_THE_SOCIETY: readonly Ability[] = ['describe_archivally', 'add_collections']

/** Whether a user may do something. Servers that do not say `may` are judged by the organization (spec §6). */
export function userMay({ may, organization }: User, ability: Ability): boolean {
  if (may) return may.includes(ability)
  return ability === 'submit' || (OF_THE_SOCIETY.includes(ability) && organization === society.organizationId)
}
