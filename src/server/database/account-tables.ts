import type { Generated } from 'kysely'

type Id = Generated<number>
type Text = Generated<string>

/** Tables of accounts (migration 0002): timestamps are ISO 8601 UTC. */
export interface AccountTables {
  account: {
    id: Id
    /** Lower case. */
    email: string
    name: Text
    organization_id: number | null
    role: 'volunteer' | 'staff' | 'administrator'
    /** Null until a password is chosen. */
    password_hash: string | null
    /** Part of every token: raising it ends all sessions. */
    epoch: Generated<number>
    created_at: string
    activated_at: string | null
    disabled_at: string | null
    last_login_at: string | null
  }
  account_token: {
    /** SHA-256 of the token, hexadecimal. */
    hash: string
    account_id: number
    purpose: 'activation' | 'reset'
    created_at: string
    expires_at: string
  }
  /** A session that was ended or rotated (accounts/sessions.ts); others are not stored. */
  session: {
    /** Random, part of every token of the session. */
    id: string
    account_id: number
    ended: Generated<0 | 1>
    latest: Generated<number>
    used: Generated<0 | 1>
    /** JSON: when older refresh tokens were exchanged, by number. */
    rotated: Text
    /** When its last token expires. */
    expires_at: string
  }
  /** Mail that is not delivered yet. */
  mail: Record<'recipient' | 'kind' | 'subject' | 'text' | 'html' | 'created_at' | 'next_attempt_at', string> & {
    id: Id
    attempts: Generated<number>
    last_error: Text
  }
  /** Responses of calls with an Idempotency-Key. */
  idempotency: Record<'key' | 'call' | 'request_hash' | 'answer' | 'created_at', string> & { account_id: number }
}
