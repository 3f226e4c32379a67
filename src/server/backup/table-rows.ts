import { sql } from 'kysely'
import { isPostgres } from '../database/dialects/is-postgres.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'
import type { DbRecord } from '../records/tables.ts'

/** A table of the archive. Its columns are sorted, without computed ones; rows are read in the order of its primary key. */
export interface Table {
  name: string
  columns: { name: string; type: string }[]
  key: string[]
}

/** Some rows of a table as NDJSON: an object a line, with integers beyond 2^53 as text and bytes as `\x` and hexadecimal digits. */
export interface Part {
  table: string
  rows: number
  text: string
}

/** Rows that are read, or written, at once. */
const BATCH = 1000
/** Made by the database or again from other tables, or of the moment. */
const NOT_DUMPED = /^(kysely_|sqlite_|item_search|item_words$|rate_limit$)/
export const isDumped = (table: string): boolean => !NOT_DUMPED.test(table)

interface ColumnRow {
  table: string
  name: string
  type: string
  pk: number
}
const sqliteColumns = sql<ColumnRow>`select t.name as "table", c.name, lower(c.type) as type, c.pk
  from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table'`
const postgresColumns = sql<ColumnRow>`select t.relname as "table", c.attname as name, format_type(c.atttypid, null) as type,
    coalesce(array_position(p.conkey, c.attnum), 0) as pk
  from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  left join pg_constraint p on p.conrelid = t.oid and p.contype = 'p'
  where t.relkind = 'r' and t.relnamespace = to_regnamespace(current_schema())`

/** The tables of a dump as the database declares them, so that none is forgotten. Sorted. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db)
  const byName = <T extends { name: string }>(one: T, other: T) => (one.name < other.name ? -1 : 1)
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => isDumped(name))
    .map(([name, columns]) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.type })).sort(byName),
      key: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
    }))
    .sort(byName)
}

/** How a column is read. JavaScript has no integers beyond 2^53 (dialects/postgres-pool.ts has the same rule), and JSON no bytes. */
function selected(table: string, { name, type }: Table['columns'][number], postgres: boolean) {
  const column = sql.ref(`${table}.${name}`)
  if (type === 'bytea') return sql`${column}::text as ${sql.ref(name)}`
  if (type === 'blob') return sql`iif(${column} is null, null, '\\x' || lower(hex(${column}))) as ${sql.ref(name)}`
  if (postgres || type !== 'integer') return column
  const { MAX_SAFE_INTEGER } = Number
  return sql`case when ${column} between ${sql.lit(-MAX_SAFE_INTEGER)} and ${sql.lit(MAX_SAFE_INTEGER)}
    then ${column} else cast(${column} as text) end as ${sql.ref(name)}`
}

export async function* readParts(db: Db, { name, columns, key }: Table): AsyncGenerator<Part> {
  const keys = sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  const list = sql.join(columns.map((column) => selected(name, column, isPostgres(db))))
  for (let last: DbRecord | undefined; ;) {
    const after = last && sql`where (${keys}) > (${sql.join(key.map((column) => last![column]))})`
    const { rows } = await sql<DbRecord>`select ${list} from ${sql.table(name)} ${after ?? sql``}
      order by ${keys} limit ${sql.lit(BATCH)}`.execute(db)
    if (rows.length > 0)
      yield { table: name, rows: rows.length, text: rows.map((row) => `${JSON.stringify(row)}\n`).join('') }
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** @param trx a transaction of `db`. */
export async function writePart(db: ArchiveDatabase, trx: Db, { name, columns }: Table, text: string): Promise<void> {
  if (db.isPostgres) {
    const names = sql.join(columns.map((column) => sql.ref(column.name)))
    const rows = `[${text.trimEnd().replaceAll('\n', ',')}]`
    await sql`insert into ${sql.table(name)} (${names}) select ${names}
      from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(trx)
    return
  }
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const values = columns.map(({ type }) => (type === 'blob' ? 'unhex(substr(?, 3))' : '?')).join(', ')
  const insert = db.sqlite.prepare(`insert into "${name}" (${names}) values (${values})`)
  for (const line of text.split('\n')) {
    if (line === '') continue
    const row = JSON.parse(line) as DbRecord
    insert.run(...columns.map((column) => row[column.name]!))
  }
}
