/** Sentences of the review desk, which only pages of staff load (messages.ts has the others). */

/** Why there is no such file. */
export const EXPORT = {
  none: 'There are no such records.',
  onlyPublished: (kinds: string) => `This format is for published ${kinds}, as visitors see them.`,
  tooMany: (most: number) => `An Excel file can have ${most} rows here. Choose CSV, or fewer records.`,
} as const

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

/** Who may see a record. */
export const HIDDEN = {
  day: 'Choose a day, such as 2030-01-31.',
  past: 'This day has come. Choose a day after today.',
  staff: 'Only staff may see it.',
  until: (day: string) => `Hidden until ${day}.`,
} as const

/** Why two records do not become one. */
export const MERGE = {
  note: (label: string, into: string) => `“${label}” became part of “${into}”.`,
  discarded: (label: string) => `“${label}” was discarded. Put it back in the queue first.`,
  hidden: (label: string) => `“${label}” is hidden. Show it to everyone first.`,
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
  succeeds: (earlier: string, later: string) =>
    `“${later}” came out of “${earlier}”. Change its earlier places first, if they are the same place.`,
  /** For somebody who still has the merged record open. */
  became: (label: string, into: string) =>
    `“${label}” became part of “${into}” since you opened it. Nothing of yours was saved: look at “${into}” and try again.`,
} as const

const quoted = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`))
/** Why a place is not split, and what it became. */
export const SPLIT = {
  note: (label: string, added: string) => `“${added}” was split off from “${label}”.`,
  otherLinks: (label: string) =>
    `What belongs to “${label}” has changed since you looked. Look again at what goes to which part.`,
  notLinked: (kind: string, key: string | number) => `${kind} ${key} does not belong to this place.`,
  became: (from: readonly string[], into: readonly string[], year: number) =>
    `${quoted(from)} became ${quoted(into)} in ${year}`,
  notThen: (label: string, year: number) =>
    `“${label}” was not there in ${year}. Choose another year, or correct first when it began or ended.`,
} as const

/** Why a record is not removed, or not brought back. */
export const REMOVAL = {
  otherUses: (label: string) =>
    `What refers to “${label}” has changed since you looked. Look again at what would be removed with it.`,
  isSociety: 'This is the society itself: its members and its pages refer to it. It has to stay.',
  removed: (label: string, by: string) =>
    `“${label}” was removed${by === '' ? '' : ` by ${by}`}. It can be brought back for thirty days.`,
  placeTaken: (label: string) => `“${label}” can't be brought back: there is another record in its place now.`,
  belongsTo: (label: string) => `“${label}” can't be brought back because what it belonged to is gone.`,
  pictureTakenDown: (label: string) => `“${label}” can't be brought back: its picture was taken down for good.`,
  pictureInTrash: (label: string) =>
    `“${label}” can't be brought back: its picture is gone. It may be in the trash (npm run archive -- trash list).`,
} as const

export const TAKEDOWN = {
  note: (reason: string) => `Taken down for good: ${reason}`,
  undoable: (reason: string) => `Taken down: ${reason}`,
  isLogo: 'This picture is the logo in the header. Change the logo in Settings first.',
  confirm: (owner: number) => `Type ${owner}.`,
} as const

/** Why an operation is not undone. `text` is that of rules/names/operation-text.ts. */
export const UNDO = {
  done: (text: string) => `Undone: ${text}.`,
  tooLate: (text: string) => `That was more than thirty days ago and can't be undone any more: ${text}.`,
  forGood: (text: string) => `That was for good and can't be undone: ${text}.`,
  first: (later: string) => `Undo this first, because it was done later and belongs to it: ${later}.`,
  changed: (names: readonly string[], more: number) =>
    `Changed since: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. You can undo the rest and leave that as it is.`,
  splitChanged: (names: readonly string[]) =>
    `Changed since: ${names.join(', ')}. Change that back first, or join the two places instead.`,
  successionChanged: (names: readonly string[]) => `Changed since: ${names.join(', ')}. Change that back first.`,
  gone: 'A record that is gone',
  byAdministrator: 'An import is undone by whoever made it, or by an administrator.',
} as const
