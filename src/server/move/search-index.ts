import { sql } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import { SEARCH_INDEX } from '../database/postgres/tables.ts'
import { inTransaction } from '../database/write.ts'

/** PostgreSQL makes the index of the full text in one go in a fraction of the time of row by row. The next run makes it if this one is killed. */
export async function withoutSearchIndex(db: ArchiveDatabase, fill: () => Promise<void>): Promise<void> {
  if (!db.isPostgres) return await fill()
  const { name, definition } = SEARCH_INDEX
  await inTransaction(db, (trx) => sql`drop index if exists ${sql.table(name)}`.execute(trx))
  await fill()
  await inTransaction(db, (trx) => sql.raw(`create index ${name} ${definition}`).execute(trx))
}
