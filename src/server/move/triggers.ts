import { sql } from 'kysely'
import { openDatabase, type ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import type { MovedTable } from './moved-tables.ts'

const triggers = sql<{
  name: string
  sql: string
}>`select name, sql from sqlite_schema where type = 'trigger' order by name`

/** Rows that are moved are no changes: nothing counts them, and ids are noted at the end. */
export async function suspendTriggers(db: ArchiveDatabase, tables: readonly MovedTable[]): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (db.isPostgres) {
      for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
      return
    }
    for (const { name } of (await triggers.execute(trx)).rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
  })
}

/** As a new database has them. */
export async function resumeTriggers(db: ArchiveDatabase, tables: readonly MovedTable[]): Promise<void> {
  if (db.isPostgres) {
    await inTransaction(db, async (trx) => {
      for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
    })
    return
  }
  await using fresh = await openDatabase(':memory:')
  const { rows: wanted } = await triggers.execute(fresh)
  await inTransaction(db, async (trx) => {
    const there = new Set((await triggers.execute(trx)).rows.map(({ name }) => name))
    for (const trigger of wanted) if (!there.has(trigger.name)) await sql.raw(trigger.sql).execute(trx)
  })
}
