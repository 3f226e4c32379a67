import { CompiledQuery, type Kysely } from 'kysely'

/** Finds the pages that are to be read by machine: their text is still empty, and its source says so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const asked = `text_source = 'machine' and text = ''`
  await db.executeQuery(CompiledQuery.raw(`create index scan_to_read on scan (id) where ${asked}`))
}
