import type { SectionProgress } from '#rules/wizard/sections.ts'
import type { SendingRecording } from '../shared/recording-upload.ts'
import type { DraftFields } from './draft.ts'

export type { Section } from '#rules/wizard/sections.ts'
export type { SectionProgress }

/** Where an error is shown. */
export type DraftField = keyof DraftFields | 'files' | 'submit'
export type TagList = 'people' | 'subjects' | 'organizations' | 'contributors'
export type TagChoice = 'location' | 'creator' | 'collection'
/** Lists with suggestions; `parents` and `spouses` of a new person, `parent` of a new subject or collection. */
export type SuggestionList = TagList | TagChoice | 'parents' | 'spouses' | 'subject-parent' | 'collection-parent'

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
  | ({ state: 'sending-recording' } & SendingRecording)
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
