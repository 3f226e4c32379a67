import { CompiledQuery, type Kysely } from 'kysely'

/** A zone that became two (records/split): its outline before and both after, so that it can be undone. Not counted: visitors see the zones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(`create table split (id integer primary key autoincrement, kept_id integer not null, added_id integer not null,
      outlines text not null, last_merge integer not null, undone_by integer, at text not null, account_id integer references account(id) deferrable initially deferred,
      actor text not null default '') strict`),
  )
}
