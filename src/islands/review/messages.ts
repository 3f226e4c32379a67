import type { RecordState } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import { plural } from '#rules/names/record-names.ts'
import type { GoingLive } from '#stores/review/going-live.ts'
import type { Changes, Refusal } from '#stores/review/send-step.ts'
import type { Failure } from '#stores/review/take-steps.ts'

export { countOfKind, kindName, kindNames } from '../submissions/messages.ts'

export const STATE_NAMES: Record<RecordState, string> = {
  waiting: 'Waiting',
  returned: 'Returned',
  published: 'Published',
  discarded: 'Discarded',
  hidden: 'Hidden',
}

const ONLY_STAFF: Record<string, string> = {
  staff: 'only staff',
  living: 'only staff, as the settings say of living people',
}
/** @param isPrivate of a person of whom visitors see the name only. */
export function audienceText(until: string, state: RecordState, isPrivate = false): string {
  if (until === '' && state !== 'published') return 'its author and staff'
  const everyone = until === '' ? 'everyone' : `everyone from ${dayText(until)} on`
  return ONLY_STAFF[until] ?? (isPrivate ? `${everyone}, but visitors see the name only` : everyone)
}

export const TEXT = {
  notStaff:
    'This page is for the cataloguers of the society, and your account is not one of them. What you sent in is under “My submissions”.',
  empty: 'Nothing is waiting. New submissions appear here.',
  emptyHere: 'Nothing here with these filters.',
  choose: 'Choose a draft from the queue.',
  renewed: 'Somebody changed this draft while it was in your queue. This is how it is now.',
  brings: 'Published with it',
  bringsHint: 'New in the archive: publishing the draft publishes these too.',
  leftOut: (names: readonly string[]) =>
    `Not published yet, so visitors see the story without ${names.map((name) => `“${name}”`).join(', ')}.`,
  noteOfReturn: 'You asked its author:',
  noteOfDiscard: 'Reason:',
  conflict:
    'Somebody else changed the same field meanwhile. Which one counts? Nothing is saved until you decide and save again.',
  becameOther: (label: string) =>
    `This record became part of “${label}” while you edited it. You can go on there: what you typed comes along.`,
  wasRemoved: 'This record was removed while you edited it. What you typed stays here until you throw it away.',
  nothingToUndo:
    'There is nothing to undo: a step can be undone for ten seconds. “Unpublish” takes a published record back later.',
  unsaved: 'You changed fields of this record and did not save them.',
} as const

export const EXPORT = {
  ...{ state: 'Records', kind: 'Kind', format: 'Format' },
  filters: 'With the words, author and dates of the filters.',
  notes:
    'CSV and Excel have the notes of the staff. Dublin Core and GEDCOM are for what is published, as visitors see it.',
  formats: { csv: 'CSV', xlsx: 'Excel (XLSX)', 'dublin-core': 'Dublin Core (items)', gedcom: 'GEDCOM 7 (people)' },
} as const

export const countOfDrafts = (count: number): string => plural(count, 'draft')

const DONE: Record<ReviewStep, string> = {
  publish: 'Published',
  return: 'Returned to its author',
  discard: 'Discarded',
  resubmit: 'Back in the queue',
  unpublish: 'Taken out of the archive, and back in the queue',
}
export const doneText = ({ label, step }: { label: string; step: ReviewStep }): string => `${DONE[step]}: “${label}”.`

/** What was published or saved, until its page is there. */
export function liveText({ label, deed, state }: GoingLive): string {
  const done = `${{ saved: 'Saved', published: 'Published', unpublished: 'Unpublished' }[deed]}: “${label}”.`
  const isGone = deed === 'unpublished'
  if (state === 'failed')
    return `“${label}” is ${deed}, but the site could not be built, and is as it was before. The next build tries again.`
  return {
    waiting: `${done} Its page is ${isGone ? 'taken down' : 'built'} in a moment.`,
    running: `${done} Its page is being ${isGone ? 'taken down' : 'built'}.`,
    live: {
      saved: `${done} The archive shows it now.`,
      published: `Live in the archive: “${label}”.`,
      unpublished: `${done} It is gone from all pages.`,
    }[deed],
    later: `${done} Its page ${isGone ? 'goes' : 'comes'} with the next build.`,
  }[state]
}

const NOT_DONE: Record<ReviewStep, string> = {
  publish: 'was not published',
  return: 'was not returned',
  discard: 'was not discarded',
  resubmit: 'was not put back in the queue',
  unpublish: 'was not unpublished',
}
const REASON: Record<Exclude<Refusal['why'], 'refused'>, string> = {
  changed: 'somebody changed it after you opened it. Look at what changed, then decide again.',
  offline: "the archive can't be reached. It stays in your queue: please try again.",
  session: 'you logged out. It stays in the queue.',
  failed: "the archive couldn't do it. It stays in your queue: please try again in a moment.",
}
export const failureText = ({ label, step, refusal }: Failure): string =>
  `“${label}” ${NOT_DONE[step]}: ${refusal.why === 'refused' ? refusal.text : REASON[refusal.why]}`

const NOT_SAVED: Record<Exclude<Refusal['why'], 'refused'>, string> = {
  changed: 'Somebody else keeps changing this record. Your changes are here; please try again.',
  offline: "Not saved: the archive can't be reached. Your changes are here; please try again.",
  session: 'Not saved: you logged out. Your changes are here.',
  failed: "Not saved: the archive couldn't do it. Your changes are here; please try again in a moment.",
}
/** Why an edit was not saved. */
export const refusalText = (refusal: Refusal): string =>
  refusal.why === 'refused' ? `Not saved: ${refusal.text}` : NOT_SAVED[refusal.why]

const NOTHING_DONE: Record<Exclude<Refusal['why'], 'refused'>, string> = {
  changed: 'Somebody changed this record meanwhile. Nothing was done: look again.',
  offline: "Nothing was done: the archive can't be reached. Please try again.",
  session: 'Nothing was done: you logged out.',
  failed: "Nothing was done: the archive couldn't do it. Please try again in a moment.",
}
/** Why a record was not removed or brought back, or a merge not undone. */
export const nothingDoneText = (refusal: Refusal): string =>
  refusal.why === 'refused' ? refusal.text : NOTHING_DONE[refusal.why]

/** What changed besides the fields of the record itself. */
export function otherChanges({ scans, brings }: Changes): string[] {
  return [
    ...(scans ? ['Its pictures or recordings changed.'] : []),
    ...(brings.length > 0 ? [`New or changed with it: ${brings.join(', ')}.`] : []),
  ]
}

const MINUTE = 60_000
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
export const dayText = (timestamp: string): string => DAY.format(new Date(timestamp))
/** "5 minutes ago", "yesterday", "3 Mar 2026". */
export function whenText(timestamp: string, now = Date.now()): string {
  const minutes = Math.round((Date.parse(timestamp) - now) / MINUTE)
  if (minutes > -1) return 'just now'
  if (minutes > -60) return RELATIVE.format(minutes, 'minute')
  if (minutes > -24 * 60) return RELATIVE.format(Math.round(minutes / 60), 'hour')
  if (minutes > -7 * 24 * 60) return RELATIVE.format(Math.round(minutes / (24 * 60)), 'day')
  return dayText(timestamp)
}

const MAIL_PROBLEMS: readonly (readonly [sign: RegExp, text: string])[] = [
  [
    /certificate|SSL|TLS/i,
    'There is no secure connection to the mail server: look at its certificate, and at SMTP_URL.',
  ],
  [/EAUTH|\b53[045]\b/, 'The mail server did not accept the name and password of the archive (SMTP_URL).'],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'The mail server was not found: look at its name in SMTP_URL, and at the network.'],
  [/ECONN\w+|ESOCKET|ETIMEDOUT/, 'The mail server does not answer.'],
  [/[45]\.2\.2|mailbox (?:is )?full|over quota/i, 'The mailbox is full.'],
  [/5\.7\.\d|\b554\b|spam/i, 'The other mail server refused it, perhaps as junk mail.'],
  [/5\.1\.\d|\b55[013]\b/, 'There is no mailbox of this address. Look whether it is spelled correctly.'],
  [/\b4\d\d\b/, 'The other mail server wants it to be sent again later.'],
  [/ENOSPC|EACCES|ENOENT|EROFS/, 'It could not be written to the folder of letters on the machine of the archive.'],
]
/** Why a letter was not delivered. `reason`: code and answer of the mail server. */
export const mailProblemText = (reason: string): string =>
  MAIL_PROBLEMS.find(([sign]) => sign.test(reason))?.[1] ?? 'The mail server did not take it.'

/** Progress and report of a step on several drafts. */
export const BULK: Record<
  'publish' | 'return' | 'discard',
  { name: string; doing: string; done: (count: number) => string }
> = {
  publish: { name: 'Publish', doing: 'Publishing', done: (count) => `${countOfDrafts(count)} published.` },
  return: { name: 'Return', doing: 'Returning', done: (count) => `${countOfDrafts(count)} returned.` },
  discard: { name: 'Discard', doing: 'Discarding', done: (count) => `${countOfDrafts(count)} discarded.` },
}
/** Why one of several drafts stayed as it was. */
export const reasonText = (refusal: Refusal): string =>
  refusal.why === 'refused' ? refusal.text : REASON[refusal.why].replace(/^./, (letter) => letter.toUpperCase())
