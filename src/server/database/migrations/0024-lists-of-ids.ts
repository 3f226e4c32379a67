import { forBoth } from './for-both.ts'

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

export const up = forBoth(async ({ run, onPostgres }) => {
  if (!onPostgres) return
  for (const statement of STATEMENTS) await run(statement)
})
