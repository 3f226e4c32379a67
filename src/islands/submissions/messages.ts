import type { RecordKind, RecordState } from '#contract/record.ts'
import { plural } from '#rules/names/record-names.ts'
import type { Message } from '#stores/submissions/submissions-stores.ts'

const KINDS: Record<RecordKind, readonly [one: string, many: string]> = {
  items: ['Item', 'Items'],
  people: ['Person', 'People'],
  organizations: ['Organization', 'Organizations'],
  subjects: ['Subject', 'Subjects'],
  collections: ['Collection', 'Collections'],
  relationships: ['Family tie', 'Family ties'],
  graves: ['Gravestone', 'Gravestones'],
  person_images: ['Portrait', 'Portraits'],
  locations: ['Place', 'Places'],
  lots: ['Lot', 'Lots'],
  ownership: ['Land ownership', 'Land ownerships'],
  organization_locations: ['Premises', 'Premises'],
  employment: ['Employment', 'Employments'],
  heritage: ['Heritage', 'Heritage records'],
  location_descriptions: ['Description of a place', 'Descriptions of places'],
  residents: ['Residence', 'Residences'],
  place_names: ['Earlier name', 'Earlier names'],
  plaques: ['Plaque', 'Plaques'],
  files: ['File', 'Files'],
  scans: ['Picture', 'Pictures'],
  stories: ['Story', 'Stories'],
}
/** What a record is. An item says its type. */
export const kindName = (kind: RecordKind): string => KINDS[kind][0]
export const kindNames = (kind: RecordKind): string => KINDS[kind][1]
/** "1 item", "12 items". */
export const countOfKind = (kind: RecordKind, count: number): string => plural(count, ...KINDS[kind]).toLowerCase()

export const STATE_NAMES: Record<RecordState, string> = {
  waiting: 'Waiting for review',
  returned: 'Returned to you',
  published: 'Published',
  discarded: 'Not taken into the archive',
  hidden: 'Hidden for now',
}

export const TEXT = {
  absent: 'This archive keeps no list of submissions. What you sent is with the cataloguers all the same.',
  none: 'You have not sent anything yet. What you send appears here, and you can see whether it is waiting, needs an answer from you, or is published.',
  noneHere: 'Nothing of this kind.',
  missing:
    "We couldn't find this submission among yours. Perhaps it belongs to another account: log out and log in with the account that sent it.",
  asks: 'A cataloguer wrote:',
  discarded: 'The reason:',
  edit: (label: string) => `Edit “${label}”`,
  save: 'Save',
  saveReturned: 'Save and Put Back in the Queue',
  queued: (label: string) => `“${label}” is back in the queue. A cataloguer will look at it again.`,
  saved: (label: string) => `Your changes to “${label}” are saved. It is still waiting for review.`,
  notQueued: (label: string) =>
    `“${label}” could not be put back in the queue: the archive isn't answering. It is still here. Please try again in a moment.`,
  moved: (label: string) => `“${label}” was changed meanwhile. Load the list again to see where it is now.`,
} as const

/** 5 March 2026, where the user is. */
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
export const displayDay = (timestamp: string): string => DAY.format(new Date(timestamp))

/** How an action on an entry has ended. */
export function messageText({ entry: { label }, outcome }: Message): string {
  return { queued: TEXT.queued, saved: TEXT.saved, moved: TEXT.moved, failed: TEXT.notQueued }[outcome](label)
}
