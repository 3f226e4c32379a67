import type { Generated } from 'kysely'

/** Builds of the site, and what the state page shows besides them (migration 0013). Timestamps are ISO 8601 UTC. */
export interface OperationsTables {
  build: {
    id: Generated<number>
    state: 'waiting' | 'running' | 'done' | 'failed'
    reason: string
    /** By the first and the latest request. */
    requested_at: string
    asked_again_at: string
    /** 1 if somebody is waiting for it. */
    at_once: Generated<number>
    started_at: string | null
    finished_at: string | null
    message: Generated<string>
    /** The state of the site to roll back to, instead of building it. */
    rollback: string | null
    /** JSON of what it changed; null if it failed, or was made by an older version. */
    changes: string | null
    /** JSON of what it does while it runs (migration 0022). */
    progress: string | null
  }
  /** The last backup and the last check of checksums, as JSON. */
  upkeep: { what: 'fixity' | 'backup'; result: string }
  /** Calls to other machines that are not made yet: at most one of each kind. `body` is JSON. */
  hook: Record<'body' | 'queued_at' | 'next_attempt_at', string> & {
    name: 'webhook' | 'purge'
    attempts: Generated<number>
    last_error: Generated<string>
  }
}
