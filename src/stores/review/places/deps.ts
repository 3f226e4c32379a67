import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { Schedule } from '../../shared/deps.ts'
import type { KeptEdits } from '../kept-edits.ts'

export interface PlacesDeps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  schedule: Schedule
  /** Reads a JSON file of the last build. */
  data(path: string): Promise<unknown>
  newId(): string
  /** Unsaved edits on this device. */
  kept: KeptEdits
  whenOnline(work: () => void): () => void
}
