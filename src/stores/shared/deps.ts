import type { Client } from '#client/client.ts'
import type { DeskCallName, EndpointName } from '#contract/endpoints.ts'

/** Calls `work` after so many milliseconds. Returns a function that cancels it. */
export type Schedule = (milliseconds: number, work: () => void) => () => void

/** What the stores need from outside on every page. Tests pass fakes. */
export interface SharedDeps {
  client: Client
  thisYear: number
  schedule: Schedule
  /** Calls `work` each time the browser comes online. Returns a function that stops it. */
  whenOnline(work: () => void): () => void
}

/** What stores need whose calls need a session: by default, those of the review desk. */
export interface SessionDeps<Name extends EndpointName = DeskCallName> {
  client: Client<Name>
  /** Asks for a login when the session is over (stores/auth). Rejects when the user gives up. */
  withSession<T>(work: () => Promise<T>): Promise<T>
}

export interface PageAddress {
  read(): URLSearchParams
  /** Replaces the query (without its question mark; empty for none) in the current history entry. */
  replace(query: string): void
}
