/** Sentences of the review desk, which only pages of staff load (messages.ts has the others). */

/** Why a review step is refused. `label` is the record's name. */
export const REVIEW = {
  published: (label: string) => `“${label}” is already published. Unpublish it first.`,
  discarded: (label: string) => `“${label}” was discarded. Put it back in the queue first.`,
  notPublished: (label: string) => `“${label}” is not published.`,
  claimed: (label: string, by: string) =>
    `${by} is working on “${label}” right now. Ask them, wait until they are done, or take it over.`,
  namesDiscarded: (label: string, named: readonly string[]) =>
    `“${label}” can't be published because it refers to ${named.map((each) => `“${each}”`).join(', ')}, which ${named.length === 1 ? 'was discarded. Put that back in the queue, or remove it' : 'were discarded. Put them back in the queue, or remove them'} from this record.`,
  isNamed: (label: string, by: readonly string[], more: number) =>
    `“${label}” can't be discarded because other records refer to it: ${by.map((each) => `“${each}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
} as const

/** Why two records do not become one, or a merge is not undone. */
export const MERGE = {
  note: (label: string, into: string) => `“${label}” became part of “${into}”.`,
  undone: (label: string) => `“${label}” is a record of its own again.`,
  discarded: (label: string) => `“${label}” was discarded. Put it back in the queue first.`,
  intoDraft: (label: string, into: string) =>
    `“${label}” is published and “${into}” is not. Publish that first, or let “${label}” be the one that stays.`,
  isSociety: 'This is the society itself: let it be the one that stays.',
  newMembers: (label: string) =>
    `There are accounts of “${label}”, which would become members of the society. An administrator has to change them first.`,
  married: (one: string, other: string) =>
    `“${one}” and “${other}” are recorded as married to each other. Remove that first, if they are the same person.`,
  ancestor: (above: string, below: string) =>
    `“${above}” is recorded as an ancestor of “${below}”. As one record they would be their own ancestor: correct the relationships first.`,
  above: (above: string, below: string) =>
    `“${below}” lies below “${above}”. Let “${above}” be the one that stays, or move “${below}” first.`,
  tooLate: (label: string) => `“${label}” was merged more than thirty days ago. That can't be undone any more.`,
  laterFirst: (label: string, later: string) =>
    `“${later}” was merged after “${label}”, and both belong together. Undo the merge of “${later}” first.`,
  survivorRemoved: (label: string) => `The record that “${label}” became part of was removed. Bring that back first.`,
  placeTaken: (label: string) => `“${label}” can't come back: there is another record in its place now.`,
  /** For somebody who still has the merged record open. */
  became: (label: string, into: string) =>
    `“${label}” became part of “${into}” since you opened it. Nothing of yours was saved: look at “${into}” and try again.`,
} as const

/** Why a place is not split, or a split is not undone. */
export const SPLIT = {
  note: (label: string, added: string) => `“${added}” was split off from “${label}”.`,
  undone: (label: string, added: string) => `“${added}” is a part of “${label}” again.`,
  otherLinks: (label: string) =>
    `What belongs to “${label}” has changed since you looked. Look again at what goes to which part.`,
  notLinked: (kind: string, key: string | number) => `${kind} ${key} does not belong to this place.`,
  tooLate: 'This was split more than thirty days ago. Join the two places instead.',
  undoFirst: (label: string, added: string) =>
    `“${added}” was split off after “${label}” was joined. Undo the split first.`,
  changed: (label: string) => `The outline of “${label}” has changed since. Split it again instead.`,
  gone: 'One of the two parts is no longer there: undo its removal or its joining first.',
} as const

/** Why a record is not removed, or not brought back. */
export const REMOVAL = {
  otherUses: (label: string) =>
    `What refers to “${label}” has changed since you looked. Look again at what would be removed with it.`,
  isSociety: 'This is the society itself: its members and its pages refer to it. It has to stay.',
  removed: (label: string, by: string) =>
    `“${label}” was removed${by === '' ? '' : ` by ${by}`}. It can be brought back for thirty days.`,
  tooLate: (label: string) => `“${label}” was removed more than thirty days ago and can't be brought back.`,
  placeTaken: (label: string) => `“${label}” can't be brought back: there is another record in its place now.`,
  belongsTo: (label: string, to: string | undefined) =>
    `“${label}” can't be brought back because ${to === undefined ? 'what it belongs to' : `“${to}”`} was removed too. Bring that back first.`,
  pictureInTrash: (label: string) =>
    `“${label}” can't be brought back because its picture is in the trash. Restore the picture first (npm run archive -- trash restore).`,
} as const
