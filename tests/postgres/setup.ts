import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of PostgreSQL's own database, for making others. */
    postgres: string
    /** What the names of this run's databases begin with. */
    databasePrefix: string
  }
}

/** One server for all files of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const prefix = `lotline_test_${randomUUID().slice(0, 8)}_`
  project.provide('postgres', server.url('postgres'))
  project.provide('databasePrefix', prefix)
  return async () => {
    if (process.env.TEST_DATABASE_URL !== undefined) await dropDatabases(server.url('postgres'), prefix)
    await server.stop()
  }
}

/** A server that was there before is left as it was: some databases are copied from until the end. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    'select datname as name from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  await client.end()
}
