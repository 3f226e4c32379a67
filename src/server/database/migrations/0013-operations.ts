import { CompiledQuery, type Kysely } from 'kysely'

/** What the state page shows. None of it is counted by `archive_state`: visitors see nothing of it. */
const STATEMENTS = [
  'alter table build add column rollback text',
  'alter table build add column changes text',
  `create table upkeep (what text primary key check (what in ('fixity', 'backup')), result text not null) strict`,
  `create table hook (name text primary key check (name in ('webhook', 'purge')), body text not null, queued_at text not null,
    next_attempt_at text not null, attempts integer not null default 0, last_error text not null default '') strict`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await db.executeQuery(CompiledQuery.raw(statement))
}
