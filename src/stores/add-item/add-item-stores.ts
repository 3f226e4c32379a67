import type { ReadableAtom } from 'nanostores'
import type { Item } from '#contract/item.ts'
import type { SectionProgress, Section } from '#rules/wizard/sections.ts'
import type { WizardType } from '#rules/wizard/draft-fields.ts'
import type { Draft, DraftFields, DraftImage, Specificity, Tag } from './draft.ts'

export type { Section } from '#rules/wizard/sections.ts'
export type { SectionProgress }

/** Where an error is shown. */
export type DraftField = keyof DraftFields | 'images' | 'submit'
export type TagList = 'people' | 'subjects' | 'organizations' | 'contributors'
export type TagChoice = 'location' | 'creator' | 'collection'
/** Lists with suggestions; `parents` and `spouses` of a new person, `parent` of a new subject or collection. */
export type SuggestionList = TagList | TagChoice | 'parents' | 'spouses' | 'subject-parent' | 'collection-parent'

export type TagSuggestions =
  | { state: 'idle' }
  /** Too few characters (spec §5). */
  | { state: 'more-letters'; minimum: number }
  | { state: 'searching' }
  | { state: 'failed' }
  | { state: 'found'; tags: readonly Tag[]; more: number }

export interface DraftSummary {
  id: string
  title: string
  type: DraftFields['type']
  images: number
  savedAt: number
  /** It was sent in part: the item is posted, images are missing. */
  isPartlySent: boolean
}

/** `saved` holds once text and files are on this device. */
export type SaveState =
  | { state: 'saved' | 'saving' }
  /**
   * `full`: no room; `blocked`: the browser stores nothing; `behind`: a second tab has changed the draft since; `newer`: one with a newer version of
   * this site.
   */
  | { state: 'failed'; why: 'full' | 'blocked' | 'behind' | 'newer' | 'unknown' }

export type ImageUpload =
  | { state: 'waiting' | 'paused' | 'sent' }
  /** 0 to 1. */
  | { state: 'sending'; progress: number }
  /** `isFinal`: trying again makes no sense, the file has to be replaced. `text`: what happened, what is safe, what to do. */
  | { state: 'failed'; text: string; isFinal: boolean }

export type Submission =
  | { state: 'idle' }
  | { state: 'sending-item' }
  | {
      state: 'sending-images'
      isPaused: boolean
      isOffline: boolean
      sentBytes: number
      bytes: number
      bytesPerSecond: number
      secondsLeft: number | null
    }
  /** The item is safe; images failed (spec §8). */
  | { state: 'images-failed'; failed: number }
  /** `text`: the sentence of spec §8, shown in a dialog; `more`: what is safe and what to do. */
  | { state: 'failed'; text: string; more: string }
  /** The item was sent, but no answer came, and this server cannot tell a repetition. `submit({ again: true })` sends it again. */
  | { state: 'unsure'; text: string; more: string }
  /** Somebody else changed the submission that is being edited. What was typed is kept; the next `submit` sends it. */
  | { state: 'changed'; changes: readonly FieldChange[] }
  /**
   * `hasUnsentChanges`: changed after the item was posted, on a server where nobody can change it any more. `mayBeTwice`: images that were sent again,
   * because such a server could not say whether they had arrived.
   */
  | { state: 'done'; item: number; images: number; hasUnsentChanges: boolean; mayBeTwice: number }

/** A field that somebody else changed, as texts to show. */
export interface FieldChange {
  field: keyof DraftFields
  theirs: string
  mine: string
}

/** State and actions of the add-item wizard, without React (spec §2, §4, §5, §8). `createAddItemStores` makes them. */
export interface AddItemStores {
  /** The fields for members of the society are shown and sent (spec §6). */
  readonly mayDescribe: boolean
  /** The server offers "Show my name as contributor". */
  readonly mayCredit: boolean
  /** The server has our additions: what was sent can be changed, and the user's own pending entries are marked. */
  readonly hasAdditions: boolean
  /** The draft as visitors will see it, for the review; without its images. Undefined until a type is chosen. */
  readonly $item: ReadableAtom<Item | undefined>
  /** Undefined until the stored drafts were read. */
  $draft: ReadableAtom<Draft | undefined>
  $save: ReadableAtom<SaveState>
  /** Other drafts of this account on this device, newest first. */
  $drafts: ReadableAtom<readonly DraftSummary[]>
  /** How many drafts of this account a newer version of this site wrote: they can be opened after a reload. */
  $newerDrafts: ReadableAtom<number>
  /** Errors by field; a field's error goes when it is changed. */
  $errors: ReadableAtom<Partial<Record<DraftField, string>>>
  /** The sections for the chosen type; only `type` until there is one. */
  $progress: ReadableAtom<readonly SectionProgress[]>
  /** The section shown as current; errors of a submit jump to theirs. */
  $section: ReadableAtom<Section>
  $suggestions: ReadableAtom<Readonly<Partial<Record<SuggestionList, TagSuggestions>>>>
  $uploads: ReadableAtom<Readonly<Record<string, ImageUpload>>>
  $submission: ReadableAtom<Submission>
  /** The image that was removed last, while the removal can be undone. */
  $removedImage: ReadableAtom<DraftImage | undefined>

  /** Reads the stored drafts, listens to other tabs and to the connection. Returns its clean-up. */
  start(): () => void

  change(fields: Partial<Omit<DraftFields, 'dateText' | 'start' | 'end' | 'type'> & { type: WizardType }>): void
  /** Chooses the type that staff gave the submission, which the wizard may not offer (spec §9). */
  keepSentType(): void
  /** Refuses a date that breaks the order (spec §5): the old value stays and the error names the field. */
  setDate(which: 'start' | 'end', typed: string): void
  /** The date in words: the date inputs follow, unless they say something else. */
  setDateText(words: string): void
  /** Clears the dates (spec §4). */
  setSpecificity(which: 'start' | 'end', specificity: Specificity): void

  suggest(list: SuggestionList, typed: string): void
  /** The refusal of spec §5 for a duplicate, else undefined. */
  addTag(list: TagList, tag: Tag): string | undefined
  removeTag(list: TagList, id: number): void
  /** Keeps what was typed in a popup with the draft, and its `picture` as a file; null forgets it. */
  keepNewRecord(kind: string, form: object | null): void
  /** The picture of a kept form, by its id there; undefined when the device lost it. */
  readKeptPicture(id: string): Promise<File | undefined>

  addImages(files: readonly File[]): Promise<void>
  removeImage(id: string): void
  undoRemoveImage(): void
  /** Moves an image before the one at `to`. */
  moveImage(id: string, to: number): void
  /** `'all'`: every image that was not sent yet. */
  changeWatermark(id: string | 'all', change: Partial<Pick<DraftImage, 'watermark' | 'color' | 'position'>>): void
  /** The file of an image; undefined when the device lost it. */
  readImage(id: string): Promise<File | undefined>

  goTo(section: Section): void
  /** 1 for the next section, -1 for the one before. */
  step(by: 1 | -1): void

  submit(options?: { again: boolean }): Promise<void>
  /** Closes the dialog of `failed`, `unsure`, `changed` or `images-failed`. */
  dismiss(): void
  pause(): void
  resume(): void
  /** Sends what failed again, and only that. */
  retry(): void
  /** Closes the closing dialog: the wizard starts over. `alike`: a new draft with place, people, collection and date of this one. */
  startOver(options?: { alike: boolean }): void

  openDraft(id: string): Promise<void>
  /** Opens a returned or waiting submission of this account, or the draft in which it is being edited already. Rejects with what the client throws. */
  editSubmission(key: number): Promise<void>
  /** After `behind`: this tab's draft is the one that counts. `openDraft` with its id takes the other tab's. */
  keepThisDraft(): Promise<void>
  /** The draft goes to `$drafts`, nothing is lost. */
  newDraft(): Promise<void>
  throwAwayDraft(id: string): Promise<void>
  /** Removes this account's drafts from this device; asked when logging out on a shared computer. */
  throwAwayAllDrafts(): Promise<void>
}
