import * as v from 'valibot'
import { field } from './field.ts'
import { formDate, line } from './fields.ts'
import { FIELD } from './messages.ts'

/** What visitors see of people who are presumed living: everything, names only, or nothing. */
export const LIVING_MODES = ['names', 'hidden', 'shown'] as const
export type LivingMode = (typeof LIVING_MODES)[number]

/** What staff choose for one person: as the archive's rule says, everything, or as for the living. */
export const LIVING_CHOICES = ['', 'shown', 'private'] as const
const livingChoice = v.nullish(v.picklist(LIVING_CHOICES, FIELD.oneOf(LIVING_CHOICES)), '')
export type LivingChoice = (typeof LIVING_CHOICES)[number]

/** What visitors see of a person. The archive concludes it (rules/access/living.ts). */
export type Privacy = 'full' | 'names' | 'hidden'
/** Years after a birth. Fewer publish people who live, more hide the dead. */
export const LIVING_YEARS = { least: 70, most: 120 } as const

export const CONSENT = {
  alone: 'A consent belongs to “May be shown”. Choose that, or empty this field.',
  future: 'This day has not come yet.',
} as const

/** Of a person, for staff only: whether visitors may see the person, and the consent to it. */
export const consentFields = {
  living: field(livingChoice, 'Who may see this person', {
    ...{ control: 'choice', may: 'review', staff: true, group: 'consent' },
    choices: { '': 'As the rule for living people says', shown: 'May be shown', private: 'Keep private' },
  }),
  consent_date: field(formDate, 'Day of the consent', { may: 'review', staff: true, group: 'consent' }),
  consent_note: field(line, 'Who agreed, and how', {
    may: 'review',
    staff: true,
    hint: 'For “May be shown” of somebody who may be living: who gave the consent. Only staff read this.',
  }),
}
