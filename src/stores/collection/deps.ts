import type { PageAddress, SharedDeps } from '../shared/deps.ts'
import type { ItemSource } from './item-source.ts'

/** What the collection page's stores need from outside. Tests pass fakes. */
export interface CollectionDeps extends SharedDeps {
  /** The last build, used while the API is away. */
  built: () => Promise<ItemSource>
  /** The origin before `/api/…` in picture addresses; empty for the same origin. */
  apiBase: string
  /** Holds the access token; null where the browser blocks storage. */
  storage: Pick<Storage, 'getItem'> | null
  /** Calls `work` when somebody logged in or out. Returns a function that stops it. */
  onSessionChange(work: () => void): () => void
  address: PageAddress & {
    /** Adds a history entry with this query. */
    push(query: string): void
    /** Calls `work` when the visitor goes back or forward within the page. Returns a function that stops it. */
    onPopState(work: () => void): () => void
  }
}
