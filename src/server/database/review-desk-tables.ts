import type { Generated } from 'kysely'

/** Tables of the review desk (migrations 0009, 0012 and 0031). Timestamps are ISO 8601 UTC. */
export interface ReviewDeskTables {
  /** Who has a record open in the review desk. Expired rows do not count. */
  claim: Record<'kind' | 'record_key' | 'since' | 'until', string> & { account_id: number }
  /** What can be undone (records/undo). `actor` is the name at the time; `account_id` is null for the command line. */
  operation: {
    id: Generated<number>
    type: 'removal' | 'merge' | 'split' | 'bulk' | 'import'
    /** The record that was removed, became part of another, or was split off; empty for several. */
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
  }
  /** How an operation changed a row: its primary key, and columns before and after as JSON; null before it was added and after it was deleted. */
  operation_row: Record<'table_name' | 'row_key', string> & {
    operation_id: number
    place: number
    before: string | null
    after: string | null
  }
  /** When what visitors see of a record has changed last; items have `updated_at`. */
  last_changed: { kind: 'location' | 'person' | 'organization' | 'subject' | 'collection'; id: number; at: string }
}
