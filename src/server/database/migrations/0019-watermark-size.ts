import { CompiledQuery, type Kysely } from 'kysely'

/** How wide (percent of the picture) and how opaque each watermark is. Those of before stay as they were burnt in: bounded by the picture only, and opaque. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('alter table scan add column mark_size integer not null default 90')
  await run('alter table scan add column mark_opacity integer not null default 100')
}
