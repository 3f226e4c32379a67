import { CHECK_NOW, EVENTS, forBoth } from './for-both.ts'

const WRITTEN = ['text', 'text_language', 'text_source', 'text_by']

/** Documents and recordings of items, and what is written on scans, and where. Answers that clients keep do not have the fields yet. */
export const up = forBoth(async ({ run, onPostgres, id, text, integer, strict }) => {
  if (onPostgres) await run(...CHECK_NOW)
  const later = 'deferrable initially deferred'
  const texts = ['label', ...WRITTEN, 'chapters'].map((name) => `${name} ${text} not null default ''`).join(', ')
  await run(`create table item_file (id ${id}, item_id ${integer} not null references item(id) on delete cascade ${later},
    sha256 ${text} not null references original(sha256) ${later}, file_order ${integer} not null, ${texts},
    hidden_until ${text}) ${strict}`)
  await run('create index item_file_item_id on item_file (item_id, file_order)')
  await run('create index item_file_sha256 on item_file (sha256)')
  await run(`create index item_file_hidden on item_file (hidden_until) where hidden_until is not null`)
  if (onPostgres)
    await run(
      `create trigger item_file_keeps_id before insert on item_file for each row execute function keep_id('item_file_id_seq')`,
    )
  for (const name of [...WRITTEN, 'words']) await run(`alter table scan add column ${name} ${text} not null default ''`)
  await run(`alter table scan add column document_id ${integer} references item_file(id) ${later}`)
  await run(`alter table scan add column page ${integer}`)
  await run('create index scan_document_id on scan (document_id) where document_id is not null')
  for (const [event, rows] of Object.entries(EVENTS)) {
    const shown = rows.map(
      (row) => `exists (select 1 from item where id = ${row}.item_id and visibility = 'published')`,
    )
    const name = `item_file_${event}_counts`
    const trigger = `create trigger ${name} after ${event} on item_file`
    const changed = `${rows.at(-1)!}.item_id`
    if (onPostgres) {
      await run(`create function ${name}() returns trigger language plpgsql as $$ begin
        if ${shown.join(' or ')} then perform archive_changed(${changed}); end if; return null; end $$`)
      await run(`${trigger} for each row execute function ${name}()`)
    } else
      await run(`${trigger} when ${shown.join(' or ')} begin
        update archive_state set counter = counter + 1;
        insert into change_log (counter, item) select counter, ${changed} from archive_state; end`)
  }
  await run('update archive_state set counter = counter + 1 where exists (select 1 from item)')
})
