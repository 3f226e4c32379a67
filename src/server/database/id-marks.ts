import { sql } from 'kysely'
import { isPostgres } from './dialects/is-postgres.ts'
import type { Db } from './tables.ts'

/** The highest id that each table has ever given, also to rows that are gone: no id is given twice. */
export type IdMarks = Map<string, number>

const marksInSqlite = sql<{ name: string; mark: number }>`select s.name, s.seq as mark from sqlite_sequence s
  join sqlite_schema t on t.type = 'table' and t.name = s.name where s.seq > 0`
const marksInPostgres = sql<{ name: string; mark: number }>`select * from (
  select c.relname as name, coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.relname, 'id')::regclass), 0) as mark
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
  where c.relkind = 'r' and c.relnamespace = to_regnamespace(current_schema())) as marks where mark > 0`

export async function readIdMarks(db: Db): Promise<IdMarks> {
  const { rows } = await (isPostgres(db) ? marksInPostgres : marksInSqlite).execute(db)
  return new Map(rows.map(({ name, mark }) => [name, mark]))
}

/** To be called when all rows are there, in a transaction. */
export async function writeIdMarks(trx: Db, marks: IdMarks): Promise<void> {
  if (!isPostgres(trx)) {
    await sql`delete from sqlite_sequence`.execute(trx)
    for (const [name, mark] of marks)
      await sql`insert into sqlite_sequence (name, seq) values (${name}, ${mark})`.execute(trx)
    return
  }
  for (const [name, mark] of marks)
    await sql`select setval(pg_get_serial_sequence(${name}, 'id')::regclass, ${mark})`.execute(trx)
  // Numbers that SQLite does not keep beyond the rows.
  await sql`select setval(pg_get_serial_sequence('change_log', 'seq')::regclass, max(seq)) from change_log having max(seq) > 0`.execute(
    trx,
  )
  await sql`select setval('original_added', count(*)) from original having count(*) > 0`.execute(trx)
}

export const sameMarks = (one: IdMarks, other: IdMarks): boolean =>
  one.size === other.size && [...one].every(([name, mark]) => other.get(name) === mark)
