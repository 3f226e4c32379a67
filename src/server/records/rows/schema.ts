import { sql } from 'kysely'
import { isPostgres } from '../../database/dialects/is-postgres.ts'
import type { Db } from '../../database/tables.ts'
import { letOthersRun } from '../../limits/concurrency.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { LINK_TABLES, RECORD_TABLES, untyped, type DbRecord, type DbValue } from '../tables.ts'

/** A column that refers to a row of another table. */
export interface Reference {
  table: string
  column: string
  parent: string
  parentColumn: string
  /** It may be null. */
  optional: boolean
}

/** The tables of records and their links as the database declares them, so that no reference is forgotten. */
export interface Schema {
  /** By table; without computed columns. */
  columns: ReadonlyMap<string, string[]>
  /** The columns of the primary key, by table. */
  keys: ReadonlyMap<string, string[]>
  references: readonly Reference[]
}

/** Accounts name their organization. */
const TABLES = [
  ...Object.values(RECORD_TABLES).map(([table]) => table),
  ...Object.values(LINK_TABLES).flatMap((links) => links.map(({ table }) => table)),
  'account',
]

interface Column {
  table: string
  column: string
  required: number
  pk: number
  parent: string | null
  parentColumn: string | null
}

const sqliteColumns = (
  tables: readonly string[],
) => sql<Column>`select t.value as "table", c.name as "column", c."notnull" as required, c.pk,
    f."table" as parent, f."to" as "parentColumn"
  from json_each(${JSON.stringify(tables)}) as t join pragma_table_info(t.value) as c
  left join pragma_foreign_key_list(t.value) as f on f."from" = c.name order by t.key, c.cid`

/** Generated columns are left out, as by `table_info`. */
const postgresColumns = (
  tables: readonly string[],
) => sql<Column>`select t.name as "table", c.attname as "column", c.attnotnull as required,
    coalesce(array_position(p.conkey, c.attnum), 0) as pk, f.confrelid::regclass::text as parent, fc.attname as "parentColumn"
  from json_array_elements_text(${JSON.stringify(tables)}::json) with ordinality as t(name, place)
  join pg_attribute c on c.attrelid = t.name::regclass and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
  left join pg_constraint p on p.conrelid = c.attrelid and p.contype = 'p'
  left join pg_constraint f on f.conrelid = c.attrelid and f.contype = 'f' and f.conkey[1] = c.attnum
  left join pg_attribute fc on fc.attrelid = f.confrelid and fc.attnum = f.confkey[1]
  order by t.place, c.attnum`

/** @param tables default: those of records, their links, and accounts. */
export async function readSchema(db: Db, tables: readonly string[] = TABLES): Promise<Schema> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns)(tables).execute(db)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const names = (some: readonly Column[]) => some.map(({ column }) => column)
  return {
    columns: new Map([...byTable].map(([table, columns]) => [table, names(columns)])),
    keys: new Map([...byTable].map(([table, columns]) => [table, names(columns.filter(({ pk }) => pk > 0))])),
    references: rows.flatMap(({ table, column, required, parent, parentColumn }) => {
      // Pages go with their document, although other scans have none.
      const optional = required === 0 && column !== 'document_id'
      return parent === null ? [] : [{ table, column, parent, parentColumn: parentColumn ?? 'id', optional }]
    }),
  }
}

/** Rows with a value in a column, by their keys. */
export const rowsWhere = (db: Db, schema: Schema, table: string, column: string, value: DbValue): Promise<DbRecord[]> =>
  untyped(db)
    .selectFrom(table)
    .select(schema.columns.get(table)!)
    .where(column, '=', value)
    .orderBy(sql.join(schema.keys.get(table)!.map((key) => sql.ref(key))))
    .execute()

export const keyOfRow = (schema: Schema, table: string, row: DbRecord): DbRecord =>
  Object.fromEntries(schema.keys.get(table)!.map((column) => [column, row[column]!]))

/** Condition: the row with this primary key. */
export const isRow = (key: DbRecord) =>
  sql<boolean>`${sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )}`

export const findRow = (db: Db, schema: Schema, table: string, key: DbRecord): Promise<DbRecord | undefined> =>
  untyped(db).selectFrom(table).select(schema.columns.get(table)!).where(isRow(key)).executeTakeFirst()

/** Condition: one of these rows. */
export function isOneOfRows(schema: Schema, table: string, keys: readonly DbRecord[]) {
  const [column, ...more] = schema.keys.get(table)!
  const single = keys.map((key) => key[column!]!)
  return more.length === 0 ? isOneOf(column!, single) : sql<boolean>`(${sql.join(keys.map(isRow), sql` or `)})`
}

/** What is read, written or deleted in one step: other requests are answered between two. */
export const ROWS_AT_ONCE = 50
export const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, at) =>
    all.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )

export async function* findRows(db: Db, schema: Schema, table: string, keys: readonly DbRecord[]) {
  for (const part of inParts(keys)) {
    await letOthersRun()
    const some = isOneOfRows(schema, table, part)
    yield* await untyped(db).selectFrom(table).select(schema.columns.get(table)!).where(some).execute()
  }
}
