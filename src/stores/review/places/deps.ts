import type { Schedule } from '../../shared/deps.ts'
import type { EditDeps } from '../edit.ts'

export interface PlacesDeps extends EditDeps {
  schedule: Schedule
  /** Reads a JSON file of the last build. */
  data(path: string): Promise<unknown>
  whenOnline(work: () => void): () => void
}
