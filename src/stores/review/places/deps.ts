import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { Schedule } from '../../shared/deps.ts'

export interface PlacesDeps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  schedule: Schedule
  /** Reads a JSON file of the last build. */
  data(path: string): Promise<unknown>
  whenOnline(work: () => void): () => void
}
