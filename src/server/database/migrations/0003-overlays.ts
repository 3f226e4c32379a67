import { CompiledQuery, type Kysely } from 'kysely'

/** Old maps (see tables.ts). Their changes count: visitors see them, and the server looks for its tiles anew when the counter has moved. */
const OVERLAY = `layer integer primary key check (layer > 0), version text not null, kind text not null check (kind in ('geotiff', 'control points')),
  source_key text not null, source_bytes integer not null, file_name text not null default '', georeference text,
  width integer not null, height integer not null,
  west real not null, south real not null, east real not null, north real not null,
  minimum_zoom integer not null, maximum_zoom integer not null,
  tiles integer not null, bytes integer not null, created_at text not null`

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  await run(`create table overlay (${OVERLAY}) strict`)
  for (const event of ['insert', 'update', 'delete']) {
    await run(`create trigger overlay_${event}_counts after ${event} on overlay
      begin update archive_state set counter = counter + 1; end`)
  }
  // It was written and never read: a repeated call is answered with the status of the call's table.
  await run('alter table idempotency drop column status')
}
