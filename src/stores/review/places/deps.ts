import type { Schedule, SessionDeps } from '../../shared/deps.ts'
import type { KeptEdits } from '../kept-edits.ts'

export interface PlacesDeps extends SessionDeps {
  schedule: Schedule
  /** Reads a JSON file of the last build. */
  data(path: string): Promise<unknown>
  newId(): string
  /** Unsaved edits on this device. */
  kept: KeptEdits
  whenOnline(work: () => void): () => void
}
