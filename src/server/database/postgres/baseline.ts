import { randomBytes } from 'node:crypto'
import { CompiledQuery, type Kysely } from 'kysely'
import { FUNCTIONS } from './functions.ts'
import { tableStatements } from './tables.ts'
import { triggerStatements } from './triggers.ts'

/**
 * The first migration on PostgreSQL: the schema that SQLite has after migration 0020. There is no older archive on PostgreSQL. Later migrations are written
 * for both (docs/develop/decisions/postgresql.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string) => db.executeQuery(CompiledQuery.raw(statement))
  for (const statement of [
    ...FUNCTIONS.slice(0, -1),
    ...tableStatements(),
    ...FUNCTIONS.slice(-1),
    ...triggerStatements(),
  ])
    await run(statement)
  const archive = randomBytes(6).toString('hex')
  await run(`insert into archive_state (id, archive, counter) values (1, '${archive}', 1)`)
  await run('insert into change_log (counter) values (1)')
}
