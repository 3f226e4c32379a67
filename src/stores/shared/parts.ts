import type { Client } from '#client/client.ts'

/** Does `work` after so many milliseconds; what comes back calls it off. */
export type Later = (milliseconds: number, work: () => void) => () => void

/** What the stores of every page touch outside of themselves, so that a test hands in its own. */
export interface SharedParts {
  client: Client
  thisYear: number
  later: Later
  /** Calls `work` each time that the browser is online again, until what comes back is called. */
  whenOnline(work: () => void): () => void
}

/** The address of the page. */
export interface PageAddress {
  read(): URLSearchParams
  /** `query` is as it shall be read, without a question mark; empty for none. The page stays the same in the browser's history. */
  replace(query: string): void
}
