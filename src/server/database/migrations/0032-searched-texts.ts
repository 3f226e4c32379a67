import { CompiledQuery, sql } from 'kysely'
import type { RecordKind } from '#contract/kinds.ts'
import { SEARCHED_TEXT } from '#rules/search/searched-text.ts'
import { isPostgres } from '../dialects/is-postgres.ts'
import type { Db } from '../tables.ts'

const TABLES: Partial<Record<RecordKind, string>> = {
  ...{ people: 'person', organizations: 'organization', subjects: 'subject', collections: 'collection' },
  ...{ heritage: 'heritage', location_descriptions: 'location_description', plaques: 'plaque', lots: 'lot' },
}
/** Rows of a statement. */
const BATCH = 500

/**
 * The search of the site finds people, organizations, places, subjects and collections by their texts. What visitors see of them has not changed, so their
 * dates of change stay.
 */
export async function up(db: Db): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run('create temporary table changed_before as select * from last_changed')
  for (const [kind, table] of Object.entries(TABLES)) {
    const text = isPostgres(db) ? 'text collate "C"' : 'text'
    await run(`alter table ${table} add column search_text ${text} not null default ''`)
    await fill(db, kind as RecordKind, table)
  }
  await run('delete from last_changed')
  await run('insert into last_changed select * from changed_before')
  await run('drop table changed_before')
}

async function fill(db: Db, kind: RecordKind, table: string): Promise<void> {
  const key = kind === 'lots' ? 'lot_num' : 'id'
  const [name, column] = [sql.table(table), sql.ref(`${table}.${key}`)]
  const given = kind === 'lots' ? sql`given.column1` : sql`cast(given.column1 as bigint)`
  let last: unknown = kind === 'lots' ? '' : 0
  for (;;) {
    const page = sql<
      Record<string, unknown>
    >`select * from ${name} where ${column} > ${last} order by ${column} limit ${BATCH}`
    const { rows } = await page.execute(db)
    if (rows.length === 0) return
    const texts = rows.map((row) => {
      const fields = { ...row, lotNum: row['lot_num'], altname: JSON.parse(String(row['altname'] ?? '[]')) as unknown }
      return sql`(${row[key]}, ${SEARCHED_TEXT[kind]!(fields as never)})`
    })
    await sql`update ${name} set search_text = given.column2 from (values ${sql.join(texts)}) as given
      where ${column} = ${given}`.execute(db)
    last = rows.at(-1)![key]
  }
}
