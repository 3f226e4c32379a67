import type { Generated } from 'kysely'
import type { ImportEntry } from '#contract/imports.ts'

/** Until when only staff see a row: `staff` for no end, or the day on which it opens (YYYY-MM-DD); null if it is not hidden. */
export interface Hideable {
  hidden_until: string | null
}

/** Tables of the review desk (migrations 0009, 0012 and 0031). Timestamps are ISO 8601 UTC. */
export interface ReviewDeskTables {
  /** Who has a record open in the review desk. Expired rows do not count. */
  claim: Record<'kind' | 'record_key' | 'since' | 'until', string> & { account_id: number }
  /** What can be undone (records/undo). `actor` is the name at the time; `account_id` is null for the command line. */
  operation: {
    id: Generated<number>
    /** `takedown`: for good. */
    type: 'removal' | 'replacement' | 'merge' | 'split' | 'succession' | 'bulk' | 'import' | 'takedown'
    /** The record that was removed, has another picture, became part of another, or was split off; empty for several. */
    kind: Generated<string>
    record_key: Generated<string>
    /** The record that it became part of, or was split off from. */
    into_id: number | null
    /** The name of the record, the step, or the source of the import. */
    label: string
    /** 1 if it had a page, which leads to the other one. */
    public: Generated<0 | 1>
    /** What the client called the steps that are one operation. */
    batch: string | null
    at: string
    account_id: number | null
    actor: Generated<string>
    undone_at: string | null
    /** Why it was taken down; null if nobody asked. What its address says of that. */
    reason: string | null
    shows_reason: Generated<number>
    shows_contact: Generated<number>
  }
  /** How an operation changed a row: its primary key, and columns before and after as JSON; null before it was added and after it was deleted. */
  operation_row: Record<'table_name' | 'row_key', string> & {
    operation_id: number
    place: number
    before: string | null
    after: string | null
  }
  /** Imports in the browser (migration 0051). `answers` and `findings` are JSON; `stale` is 1 where nothing was checked since files or answers changed; `operation_id` undoes it. */
  import_run: Record<'source' | 'created_at' | 'changed_at' | 'answers', string> & {
    id: Generated<number>
    state: ImportEntry['state']
    account_id: number | null
    actor: Generated<string>
    findings: string | null
    stale: Generated<0 | 1>
    error: string | null
    operation_id: number | null
  }
  /** What is known of a source: a mapping as JSON (contract/import-mapping.ts). */
  import_source: Record<'source' | 'mapping', string>
  /** When what visitors see of a record has changed last; items have `updated_at`. */
  last_changed: {
    kind: 'location' | 'person' | 'organization' | 'subject' | 'collection' | 'story'
    id: number
    at: string
  }
}

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
    /** The state of the site to roll back to, or COPY to make a copy of the archive, instead of building it. */
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
