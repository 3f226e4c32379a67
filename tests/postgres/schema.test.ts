import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSchema } from '#server/records/rows/schema.ts'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { openFreshPostgres } from './databases.ts'

let sqlite: ArchiveDatabase
let postgres: ArchiveDatabase
beforeAll(async () => {
  sqlite = await openDatabase(':memory:')
  postgres = await openFreshPostgres('schema')
})
afterAll(async () => {
  await sqlite.destroy()
  await postgres.destroy()
})

interface Column {
  table: string
  name: string
  type: string
  required: number
}
/** Of each table its columns, as both databases declare them. */
const readColumns = {
  sqlite: sql<Column>`select t.name as "table", c.name, c.type, c."notnull" or c.pk > 0 as required
    from sqlite_schema t join pragma_table_xinfo(t.name) c where t.type = 'table' and c.hidden <> 1
      and t.name not like 'sqlite_%' and t.name not like 'kysely_%' and (t.name not like 'item_search%' or t.name = 'item_search_pending')`,
  postgres: sql<Column>`select c.relname as "table", a.attname as name, a.atttypid::regtype::text as type, a.attnotnull as required
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely_%' and c.relname not in ('item_search', 'item_search_hits', 'item_search_tags', 'item_search_texts', 'item_search_texts_pending', 'item_search_total', 'item_words', 'rate_limit')`,
}
const TYPES: Record<string, string> = { INTEGER: 'bigint', TEXT: 'text', REAL: 'double precision' }

test('both databases have the same tables and columns', async () => {
  const lines = (rows: readonly Column[]) =>
    rows
      .map(({ table, name, type, required }) => {
        const kind = TYPES[type.toUpperCase()] ?? type
        return `${table}.${name} ${kind}${required ? ' not null' : ''}`
      })
      .sort()
  const [one, other] = [await readColumns.sqlite.execute(sqlite), await readColumns.postgres.execute(postgres)]
  expect(one.rows.length).toBeGreaterThan(200)
  expect(lines(other.rows)).toEqual(lines(one.rows))
})

test('both databases have the same keys and references', async () => {
  const [one, other] = [await readSchema(sqlite), await readSchema(postgres)]
  expect(other.keys).toEqual(one.keys)
  const lines = (schema: typeof one) => schema.references.map((reference) => JSON.stringify(reference)).sort()
  expect(lines(other)).toEqual(lines(one))
  const columns = (schema: typeof one) => [...schema.columns].map(([table, names]) => [table, [...names].sort()])
  expect(columns(other)).toEqual(columns(one))
})

test('both databases count the same changes', async () => {
  const counted = async (db: ArchiveDatabase) => {
    const names = db.isPostgres
      ? sql<{ name: string }>`select tgname as name from pg_trigger where tgname like '%\\_counts'`
      : sql<{
          name: string
        }>`select name from sqlite_schema where type = 'trigger' and name like '%\\_counts' escape '\\'`
    return (await names.execute(db)).rows.map(({ name }) => name).sort()
  }
  // On SQLite originals have triggers that never count.
  const expected = (await counted(sqlite)).filter((name) => !name.startsWith('original_'))
  expect(await counted(postgres)).toEqual(expected)
})

test('and the same indexes to find rows by', async () => {
  const indexed = async (db: ArchiveDatabase) => {
    const definitions = db.isPostgres
      ? sql<{ text: string }>`select indexdef as text from pg_indexes where schemaname = 'public'
          and tablename not like 'kysely_%' and tablename not in ('item_search', 'item_search_hits', 'item_search_tags', 'item_search_texts', 'item_search_texts_pending', 'item_search_total', 'item_words', 'rate_limit')
          and indexname not like '%_pkey' and indexname not like '%_key'`
      : sql<{ text: string }>`select sql as text from sqlite_schema where type = 'index' and sql is not null`
    const { rows } = await definitions.execute(db)
    return rows
      .map(({ text }) => /on (?:public\.)?(\w+) (?:using btree )?\((.*?)\)/i.exec(text.replaceAll(/\s+/g, ' '))!)
      .map(([, table, columns]) => `${table} (${columns})`)
      .sort()
  }
  expect(await indexed(postgres)).toEqual(await indexed(sqlite))
})
