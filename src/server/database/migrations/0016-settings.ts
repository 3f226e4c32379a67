import { CompiledQuery, type Kysely } from 'kysely'

/** Settings are on every page: a change of them counts, and is logged as one of no item, so that a build reads everything again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  for (const event of ['insert', 'update', 'delete']) {
    const trigger = (name: string, body: string) =>
      run(`create trigger setting_${event}_${name} after ${event} on setting begin ${body} end`)
    await trigger('counts', 'update archive_state set counter = counter + 1;')
    await trigger('logs', 'insert into change_log (counter, item) select counter + 1, null from archive_state;')
  }
}
