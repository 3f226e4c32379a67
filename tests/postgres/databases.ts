import { randomUUID } from 'node:crypto'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { inject, onTestFinished, test } from 'vitest'
import { PostgresEngine } from '#server/database/dialects/postgres.ts'
import { POSTGRES_MIGRATIONS } from '#server/database/migrate.ts'
import { ArchiveDatabase } from '#server/database/open.ts'
import { openPostgres } from '#server/database/open-postgres.ts'

type Fill = (db: ArchiveDatabase) => Promise<void>

/** True in a run of the API's tests on PostgreSQL. */
export const onPostgres = process.env['TEST_DATABASE'] === 'postgres'

/** A test of what only SQLite has. */
export const testOnSqlite: (name: string, run: () => Promise<void>) => void = onPostgres ? () => {} : test

/** What databases are copied from, made once per process, and the database that stands for each file. */
const templates = new Map<Fill | undefined, Promise<string>>()
const databases = new Map<string, string>()

const named = (database: string) => Object.assign(new URL(inject('postgres')), { pathname: `/${database}` }).href

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const newName = () => `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`

async function makeTemplate(fill: Fill | undefined): Promise<string> {
  const name = newName()
  await administer(`create database ${name}`)
  const db = await openPostgres(named(name))
  await fill?.(db)
  await db.destroy()
  return name
}

function templateOf(fill: Fill | undefined): Promise<string> {
  const known = templates.get(fill)
  if (known) return known
  const made = makeTemplate(fill)
  templates.set(fill, made)
  return made
}

/** The address of a database without tables; `drop` removes it. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = newName()
  await administer(`create database ${name}`)
  return { url: named(name), drop: () => administer(`drop database ${name} with (force)`) }
}

/** A fresh archive with the records of `fill` in a database of its own; that of a known `file` is opened as it is. */
export async function openFreshPostgres(file: string, fill?: Fill): Promise<ArchiveDatabase> {
  const known = databases.get(file)
  if (known !== undefined) return await openPostgres(named(known), { server: true })
  const name = newName()
  // Copies files instead of writing each page to the log: half the time.
  await administer(`create database ${name} template ${await templateOf(fill)} strategy file_copy`)
  databases.set(file, name)
  const db = await openPostgres(named(name), { server: true })
  await db
    .updateTable('archive_state')
    .set({ archive: randomUUID().slice(-12) })
    .execute()
  return db
}

/** The address of an empty database of this test alone: without tables. */
export async function createEmptyPostgres(): Promise<string> {
  const name = newName()
  await administer(`create database ${name}`)
  onTestFinished(() => administer(`drop database ${name} with (force)`))
  return named(name)
}

export async function dropPostgres(file: string): Promise<void> {
  const name = databases.get(file)
  if (name !== undefined && databases.delete(file)) await administer(`drop database ${name} with (force)`)
}

/** An archive of an older version, whose last migration was `last`. */
export async function makeOldPostgres(last: string): Promise<ArchiveDatabase> {
  const name = newName()
  await administer(`create database ${name}`)
  const db = new ArchiveDatabase(new PostgresEngine(named(name)))
  const known = Object.fromEntries(Object.entries(POSTGRES_MIGRATIONS).filter(([each]) => each <= last))
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest()
  if (error) throw error
  return db
}
