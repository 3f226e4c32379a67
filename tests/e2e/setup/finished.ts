import { existsSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isPostgresAddress } from '#server/database/open.ts'

/** Where the database of a town is: its file in the data folder, or an address of PostgreSQL. */
export const databaseIn = (data: string): string => path.join(data, 'archive.db')

/**
 * Waits until a running product has finished what it makes in the background and a journey relies on: the maps that a first start leaves for later, and
 * builds of the site. Answers how long that took in milliseconds. Other sizes of pictures are made when somebody asks for them.
 */
export async function untilFinished(data: string, longest: number, database = databaseIn(data)): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < longest) {
    if (!existsSync(path.join(data, 'demo-maps-unfinished')) && (await openBuilds(database)) === 0)
      return performance.now() - began
    await pause(500)
  }
  throw new Error(`The maps or the site were not finished within ${longest / 1000} s.`)
}

/**
 * Empties the queue of picture sizes of a town that is stopped: 850 pictures are two minutes of processor time, and each size is made when a journey asks
 * for it. The queue has tests of its own (tests/server/scans).
 */
export const skipPictureSizes = (database: string): Promise<unknown> => run(database, 'delete from picture_task')

async function openBuilds(database: string): Promise<number> {
  const [row] = await run(database, "select count(*) as open from build where state in ('waiting', 'running')")
  return Number(row!['open'])
}

/** Forgets the builds that wait for a town that is stopped, where a later one has their changes too. */
export const skipBuilds = (database: string): Promise<unknown> =>
  run(database, "delete from build where state = 'waiting'")

async function run(database: string, statement: string): Promise<Record<string, unknown>[]> {
  if (!isPostgresAddress(database)) {
    using db = new DatabaseSync(database)
    return db.prepare(statement).all()
  }
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
