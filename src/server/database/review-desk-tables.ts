import type { Generated } from 'kysely'

/** A step that can be undone. `actor` is the name at the time; `account_id` is null for the command line. */
interface UndoneStep {
  id: Generated<number>
  at: string
  account_id: number | null
  actor: Generated<string>
  undone_at: string | null
}

/** Tables of the review desk (migrations 0009, 0011 and 0012). Timestamps are ISO 8601 UTC. */
export interface ReviewDeskTables {
  /** Who has a record open in the review desk. Expired rows do not count. */
  claim: Record<'kind' | 'record_key' | 'since' | 'until', string> & { account_id: number }
  /** A removed record; `rows` is JSON (records/removal). */
  removal: Record<'kind' | 'record_key' | 'label' | 'rows', string> & UndoneStep
  /** A record that became part of another; `rows` is JSON (records/merge). */
  merge: Record<'kind' | 'label' | 'rows', string> &
    UndoneStep & {
      from_id: number
      into_id: number
      /** 1 if its page had been published. */
      public: 0 | 1
    }
  /** A zone that became two (migration 0011); `outlines` is JSON (records/split). */
  split: Omit<UndoneStep, 'undone_at'> & {
    outlines: string
    kept_id: number
    added_id: number
    /** The id of the last merge before it, for their order. */
    last_merge: number
    /** The merge that undid it. */
    undone_by: number | null
  }
  /** When what visitors see of a record has changed last; items have `updated_at`. */
  last_changed: { kind: 'location' | 'person' | 'organization' | 'subject' | 'collection'; id: number; at: string }
}
