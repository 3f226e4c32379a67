import { EVENTS, forBoth } from './for-both.ts'

/** Stories. A published one counts as a change of the archive; drafts have a date of change, too, since staff write them over days. */
export const up = forBoth(async ({ run, onPostgres, id, text, integer, strict }) => {
  const texts = ['lead', 'text', 'search_text', 'note'].map((name) => `${name} ${text} not null default ''`)
  await run(`create table story (id ${id}, title ${text} not null, ${texts.join(', ')}, submitted_at ${text},
    visibility ${text} not null default 'published' check (visibility in ('draft', 'published')),
    state ${text} not null default 'waiting' check (state in ('waiting', 'returned', 'discarded')),
    author_id ${integer} references account(id) deferrable initially deferred) ${strict}`)
  await run(`create index story_drafts on story (author_id, id) where visibility = 'draft'`)
  const keeps = `before insert on story for each row execute function keep_id('story_id_seq')`
  if (onPostgres) await run(`create trigger story_keeps_id ${keeps}`)
  for (const [event, rows] of Object.entries(EVENTS)) {
    const shown = rows.map((row) => `${row}.visibility = 'published'`).join(' or ')
    const [name, changed] = [`story_${event}_counts`, `${rows.at(-1)!}.id`]
    const trigger = `create trigger ${name} after ${event} on story`
    if (onPostgres) {
      await run(`create function ${name}() returns trigger language plpgsql as $$ begin
        if ${shown} then perform archive_changed(null); end if;
        perform record_changed('story', ${changed}); return null; end $$`)
      await run(`${trigger} for each row execute function ${name}()`)
    } else {
      await run(`${trigger} begin
        update archive_state set counter = counter + 1 where ${shown};
        insert into change_log (counter) select counter from archive_state where ${shown};
        insert into last_changed values ('story', ${changed}, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
          on conflict do update set at = excluded.at; end`)
    }
  }
})
