import type { ReadableAtom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { User } from '#contract/account.ts'
import type { Schedule } from '../shared/deps.ts'
import type { ImageUpload } from './add-item-stores.ts'
import type { SentImage } from './draft.ts'
import type { DraftStorage } from './draft-storage.ts'

/** An image and the fields that go with it (spec §7 POST /api/scans/create/). */
export type ImageToSend = SentImage & { id: string }

/** What the uploads ask of the draft and tell it. Each is awaited, so that a crash at any time loses nothing. */
export interface UploadHooks {
  /** The image's file; undefined when the device lost it. */
  read(id: string): Promise<File | undefined>
  /** Called before the first request of an image: from here on its fields stay as they are, because a retry has to send the same. */
  begin(id: string): Promise<void>
  /** The server has stored it. `scan`: its id, 0 where the server did not say it. */
  sent(id: string, scan: number): Promise<void>
  /** The server refused it (4xx): nothing was stored, and its fields may be changed before the next try. */
  refused(id: string): Promise<void>
}

export interface UploadTotals {
  isPaused: boolean
  isOffline: boolean
  sentBytes: number
  bytes: number
  bytesPerSecond: number
  secondsLeft: number | null
}

/** Sends images, three at a time, each with its id as Idempotency-Key. One run at a time. */
export interface Uploads {
  $uploads: ReadableAtom<Readonly<Record<string, ImageUpload>>>
  $totals: ReadableAtom<UploadTotals>
  /**
   * Resolves when each image is sent or has failed; a lost connection is waited for. `isSignedOut`: the session ended (401 after a refresh); what was not
   * sent is in `failed`, and `start` is called again after a login.
   */
  start(
    images: readonly ImageToSend[],
    item: number,
    hooks: UploadHooks,
  ): Promise<{ sent: string[]; failed: string[]; isSignedOut: boolean }>
  pause(): void
  resume(): void
  /** Sends what has failed in the current run again. After a run, `start` is called with what is left. */
  retry(): void
  /** Ends the run; `start` resolves with the rest as failed. */
  stop(): void
}

/** What the wizard's stores need from outside. Tests pass fakes. */
export interface AddItemDeps {
  client: Client
  /** The signed-in user; the page makes new stores for another account. */
  user: User
  storage: DraftStorage
  uploads: Uploads
  /** Runs work that needs a session; asks for a login when it is over (stores/auth). Rejects when the user gives up. */
  withSession<T>(work: () => Promise<T>): Promise<T>
  schedule: Schedule
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Calls `work` when the page is hidden or left. Returns a function that stops it. */
  onHide(work: () => void): () => void
  /** `navigator.locks`: a draft is sent by one tab at a time. Missing without https. */
  locks?: Pick<LockManager, 'request'> | undefined
}
