import { EVENTS, forBoth } from './for-both.ts'

type Row = 'new' | 'old'
/** What the page of a record shows of a row: the kind of record, and the SQL of its id. */
const SHOWN_BY: Record<string, (row: Row) => [kind: string, id: string][]> = {
  place_name: (row) => [['location', `${row}.location_id`]],
  location_predecessor: (row) => [
    ['location', `${row}.location_id`],
    ['location', `${row}.predecessor_id`],
  ],
  resident: (row) => [
    ['location', `${row}.location_id`],
    ['person', `${row}.person_id`],
  ],
}

/** When places were there and what was there before, their earlier names, and who lived where. */
export const up = forBoth(async ({ run, onPostgres, id, text, integer, strict }) => {
  const texts = (...names: string[]) => names.map((name) => `${name} ${text} not null default ''`).join(', ')
  const link = (name: string, table: string) =>
    `${name} ${integer} not null references ${table}(id) deferrable initially deferred`
  const period = `date_start ${integer}, date_end ${integer}, ${texts('date_start_text', 'date_end_text')}`
  for (const column of [...period.split(', '), texts('succession')])
    await run(`alter table location add column ${column}`)
  const notes = texts('staff_notes')
  await run(
    `create table location_predecessor (
      location_id ${integer} not null references location(id) on delete cascade deferrable initially deferred,
      ${link('predecessor_id', 'location')}, position ${integer} not null,
      primary key (location_id, predecessor_id)) ${strict}${onPostgres ? '' : ', without rowid'}`,
    `create index location_predecessor_predecessor_id on location_predecessor (predecessor_id)`,
    `create table place_name (id ${id}, ${link('location_id', 'location')}, name ${text} not null, ${period},
      ${texts('search_text')}, ${notes}) ${strict}`,
    `create index place_name_location_id on place_name (location_id)`,
    `create table resident (id ${id}, ${link('person_id', 'person')}, ${link('location_id', 'location')}, ${period},
      ${texts('role', 'written', 'source')}, household_order ${integer}, ${notes}) ${strict}`,
    `create index resident_person_id on resident (person_id)`,
    `create index resident_location_id on resident (location_id)`,
  )
  for (const table of ['place_name', 'resident'])
    if (onPostgres)
      await run(
        `create trigger ${table}_keeps_id before insert on ${table} for each row execute function keep_id('${table}_id_seq')`,
      )
  for (const [table, shownBy] of Object.entries(SHOWN_BY)) {
    for (const [event, rows] of Object.entries(EVENTS) as [string, readonly Row[]][]) {
      const shown = rows.flatMap(shownBy)
      // A residence tells that somebody has lived (0035-living-people.ts).
      const people = table === 'resident' ? rows.map((row) => `${row}.person_id`) : []
      const tells = people.map((person) => `insert into person_pending values (${person}) on conflict do nothing;`)
      // Items are found by what their place was called.
      if (table === 'place_name')
        for (const row of rows)
          tells.push(
            `insert into item_search_pending select id from item where location_id = ${row}.location_id on conflict do nothing;`,
          )
      const [name, when] = [`${table}_${event}_counts`, `after ${event} on ${table}`]
      if (onPostgres) {
        const changed = shown.map(([kind, key]) => `perform record_changed('${kind}', ${key});`)
        await run(
          `create function ${name}() returns trigger language plpgsql as $$ begin
            perform archive_changed(null); ${[...changed, ...tells].join(' ')} return null; end $$`,
          `create trigger ${name} ${when} for each row execute function ${name}()`,
        )
      } else {
        const changed = shown.map(
          ([kind, key]) => `insert into last_changed values ('${kind}', ${key}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
            on conflict do update set at = excluded.at;`,
        )
        await run(`create trigger ${name} ${when} begin
          update archive_state set counter = counter + 1;
          insert into change_log (counter) select counter from archive_state;
          ${[...changed, ...tells].join(' ')} end`)
      }
    }
  }
})
