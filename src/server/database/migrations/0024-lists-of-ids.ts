import { CompiledQuery, type Kysely } from 'kysely'
import { isPostgres } from '../dialects/is-postgres.ts'

/**
 * A list of ids is a constant to PostgreSQL's planner, which then knows how many there are. It took every list for a hundred ids, and read whole tables for
 * three people. Nothing changes on SQLite.
 */
const STATEMENTS = [
  `create function json_ids(text) returns bigint[] immutable parallel safe language sql as $$
    select array(select item::bigint from json_array_elements_text($1::json) as item) $$`,
  `create or replace function json_numbers(text) returns table (value bigint) immutable parallel safe language sql as $$
    select number from unnest(json_ids($1)) as number $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) return
  for (const statement of STATEMENTS) await db.executeQuery(CompiledQuery.raw(statement))
}
