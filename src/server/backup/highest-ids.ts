import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { highestIds } from '../database/migrations/0006-lasting-ids.ts'

/** The highest id that each table has ever assigned, by table name. */
export type HighestIds = Map<string, number>

/** Reads them from a database of any version that nobody writes to. Empty where there is none, or it can't be read. */
export function readHighestIds(database: string): HighestIds {
  if (!existsSync(database)) return new Map()
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(database, { readOnly: true })
    const tables = sqlite.prepare(`select name from sqlite_schema where type = 'table'`).all()
    const rows = sqlite.prepare(highestIds(new Set(tables.map(({ name }) => String(name))))).all()
    return new Map(rows.map(({ name, highest }) => [String(name), Number(highest)]))
  } catch {
    return new Map()
  } finally {
    sqlite?.close()
  }
}

/** Raises the sequences of a database to these ids, so that no id is assigned a second time. */
export function raiseSequences(sqlite: DatabaseSync, highest: HighestIds): void {
  const raise = sqlite.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
  const add = sqlite.prepare('insert into sqlite_sequence (name, seq) values (?, ?)')
  for (const [name, id] of highest) if (raise.run(id, name).changes === 0) add.run(name, id)
}
