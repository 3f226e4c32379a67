import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import type { DbRecord } from '../records/tables.ts'
import type { MovedTable } from './moved-tables.ts'

/** Rows that are read, and written in one transaction, at once. */
const BATCH = 1000

const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

/** The primary key of the last row; undefined in an empty table. */
export async function readLastKey(db: Db, { name, key }: MovedTable): Promise<DbRecord | undefined> {
  const backwards = sql.join(key.map((column) => sql`${sql.ref(column)} desc`))
  const last = sql<DbRecord>`select ${columnsOf(key)} from ${sql.table(name)} order by ${backwards} limit 1`
  return (await last.execute(db)).rows[0]
}

/** The next rows after a key, in the order of the key. */
export async function readBatch(db: Db, { name, columns, key }: MovedTable, after?: DbRecord): Promise<DbRecord[]> {
  const from = after && sql`where (${columnsOf(key)}) > (${sql.join(key.map((column) => after[column]))})`
  const batch = sql<DbRecord>`select ${columnsOf(columns)} from ${sql.table(name)} ${from ?? sql``}
    order by ${columnsOf(key)} limit ${BATCH}`
  return (await batch.execute(db)).rows
}

/** @param trx a transaction of `db`. */
export async function writeBatch(db: ArchiveDatabase, trx: Db, { name, columns }: MovedTable, rows: DbRecord[]) {
  if (db.isPostgres) {
    await sql`insert into ${sql.table(name)} (${columnsOf(columns)}) select ${columnsOf(columns)}
      from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(trx)
    return
  }
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  const insert = db.sqlite.prepare(`insert into "${name}" (${quoted}) values (${columns.map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(...columns.map((column) => row[column]!))
}

/** How many rows a table has, and the SHA-256 of all of them: each as a line of JSON, its columns by name, in the order of the key. */
export async function checksumRows(db: Db, table: MovedTable, onRows?: (count: number) => void) {
  const sum = createHash('sha256')
  let count = 0
  for (let after: DbRecord | undefined; ;) {
    const rows = await readBatch(db, table, after)
    for (const row of rows) sum.update(`${JSON.stringify(table.columns.map((column) => row[column]))}\n`)
    count += rows.length
    onRows?.(rows.length)
    after = rows.at(-1)
    if (rows.length < BATCH) return { rows: count, sha256: sum.digest('hex') }
  }
}
