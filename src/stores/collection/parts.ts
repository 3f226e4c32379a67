import type { PageAddress, SharedParts } from '../shared/parts.ts'
import type { SnapshotSource } from './snapshot-source.ts'

/** Everything outside of the collection page's stores that they touch, so that a test hands in its own. */
export interface CollectionParts extends SharedParts {
  /** The last build, for while the API is away. */
  snapshot: SnapshotSource
  /** What stands before `/api/…` in the addresses of pictures; empty for the same origin. */
  apiBase: string
  /** Where a token lies; null where the browser keeps nothing. */
  storage: Pick<Storage, 'getItem'> | null
  address: PageAddress & {
    /** A new entry in the browser's history, with a query as `replace` takes it. */
    push(query: string): void
    /** Calls `work` each time that the visitor goes back or forward within the page, until what comes back is called. */
    whenMoved(work: () => void): () => void
  }
}
