import { EVENTS, forBoth } from './for-both.ts'

type Row = 'new' | 'old'

/** The SQL of the people that a row tells something of; `columns` of those tables that tell other things, too. */
const TELLS: Record<string, { people: (row: Row) => string; columns?: string }> = {
  person: {
    people: (row) => `select ${row}.id as id`,
    columns: 'date_of_birth, date_of_birth_text, date_of_death, date_of_death_text, living, visibility',
  },
  ...Object.fromEntries(
    ['grave', 'employment', 'ownership', 'item_person', 'item_contributor'].map((table) => [
      table,
      { people: (row: Row) => `select ${row}.person_id as id` },
    ]),
  ),
  relationship: { people: (row) => `select ${row}.person1_id as id union select ${row}.person2_id` },
  person_spouse: { people: (row) => `select ${row}.person_id as id union select ${row}.spouse_id` },
  item: {
    people: (row) => `select person_id as id from item_person where item_id = ${row}.id
      union select person_id from item_contributor where item_id = ${row}.id
      union select ${row}.creator_id where ${row}.creator_id is not null`,
    columns: 'span_start, span_end, creator_id, visibility, state',
  },
}

/**
 * What staff decide about showing a person, and what follows from it and from the rule for the living (database/person-privacy.ts). By triggers, so
 * that no write, by whatever program, can forget whom it concerns.
 */
export const up = forBoth(async ({ run, onPostgres }) => {
  const [text, integer] = onPostgres ? ['text collate "C"', 'bigint'] : ['text', 'integer']
  await run(
    `alter table person add column living ${text} not null default '' check (living in ('', 'shown', 'private'))`,
  )
  await run(`alter table person add column consent_date ${integer}`)
  await run(`alter table person add column consent_note ${text} not null default ''`)
  await run(
    `alter table person add column privacy ${text} not null default 'full' check (privacy in ('full', 'names', 'hidden'))`,
  )
  await run(`create table person_pending (person_id ${integer} primary key)${onPostgres ? '' : ' strict'}`)
  await run('insert into person_pending select id from person')
  for (const [table, { people, columns }] of Object.entries(TELLS)) {
    for (const [event, rows] of Object.entries(EVENTS)) {
      const name = `${table}_${event}_tells`
      const add = rows.map(
        (row) =>
          `insert into person_pending select id from (${people(row)}) as told where true on conflict do nothing;`,
      )
      const of = event === 'update' && columns ? ` of ${columns}` : ''
      const trigger = `create trigger ${name} after ${event}${of} on ${table}`
      if (onPostgres) {
        await run(`create function ${name}() returns trigger language plpgsql as $$ begin
          ${add.join(' ')} return null; end $$`)
        await run(`${trigger} for each row execute function ${name}()`)
      } else await run(`${trigger} begin ${add.join(' ')} end`)
    }
  }
})
