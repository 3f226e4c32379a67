import { CompiledQuery, type Kysely } from 'kysely'

const account = 'integer references account(id) deferrable initially deferred'
const STEP = `at text not null, account_id ${account}, actor text not null default '', undone_at text`

/** None of these is counted by `archive_state`: what visitors see of a removal or a merge are the rows that it changes. */
const TABLES: Record<string, string> = {
  // Who has a record open in the review desk (records/claims.ts).
  claim: `kind text not null, record_key text not null, account_id integer not null references account(id) deferrable initially deferred,
    since text not null, until text not null, primary key (kind, record_key)`,
  // A record that was removed, with all rows that went with it, so that it can be brought back (records/removal).
  removal: `id integer primary key autoincrement, kind text not null, record_key text not null, label text not null, rows text not null, ${STEP}`,
  // A record that became part of another (records/merge), with what that changed, so that it can be undone. 'public': its page had been published.
  merge: `id integer primary key autoincrement, kind text not null, from_id integer not null, into_id integer not null,
    label text not null, public integer not null check (public in (0, 1)), rows text not null, ${STEP}`,
}

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  for (const [table, columns] of Object.entries(TABLES)) await run(`create table ${table} (${columns}) strict`)
  await run('create index removal_record on removal (kind, record_key)')
  // A record is part of one other at a time.
  await run('create unique index merge_from on merge (kind, from_id) where undone_at is null')
  await run('create index merge_into on merge (kind, into_id)')
}
