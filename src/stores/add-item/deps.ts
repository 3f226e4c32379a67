import type { UserClient } from '#client/user-client.ts'
import type { User } from '#contract/account.ts'
import type { Schedule } from '../shared/deps.ts'
import type { DraftStorage } from './draft-storage.ts'
import type { RecordingDeps } from '../shared/recording-upload.ts'
import type { Uploads } from './uploads.ts'

/** What the wizard's stores need from outside. Tests pass fakes. */
export interface AddItemDeps {
  client: UserClient
  /** The signed-in user; the page makes new stores for another account. */
  user: User
  storage: DraftStorage
  uploads: Uploads
  recordingClient: RecordingDeps['recordingClient']
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
