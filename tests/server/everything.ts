import { sql } from 'kysely'
import type { ArchiveDatabase } from '#server/database/open.ts'

/** Every row of every table, and which items the full text holds: what a refused call must leave as it is. */
export async function everything(db: ArchiveDatabase): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
    and name not like 'item_search%' and name not like 'sqlite_%' order by name`.execute(db)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    all[name] = (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(db)).rows
  }
  const { rows } = await sql`select rowid from item_search order by rowid`.execute(db)
  return { ...all, item_search: rows }
}
