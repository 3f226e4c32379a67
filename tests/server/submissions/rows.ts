import { sql } from 'kysely'
import type { TestArchive } from '../fixtures.ts'

/** Every row of every table, but for the full text, which its own test reads. What a refused call leaves is what was there before. */
export async function everything(town: TestArchive): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'
    and name not like 'sqlite_%' and name not like 'item_search%'`.execute(town.db)
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) all[name] = (await sql`select * from ${sql.table(name)}`.execute(town.db)).rows
  const { rows } = await sql`select rowid from item_search order by rowid`.execute(town.db)
  return { ...all, item_search: rows }
}
