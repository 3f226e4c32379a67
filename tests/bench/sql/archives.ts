import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { moveArchive } from '#server/move/move-archive.ts'
import { startOwnPostgres } from '../../postgres/server.ts'
import { makeLargeArchive } from '../large-archive-import.ts'
import { growOnPostgres, growOnSqlite } from './grow-items.ts'

/** What is imported; more items than these are repetitions of them. */
const IMPORTED = { items: 50_000, people: 3000, organizations: 600, zones: 1500 }

export interface Archives {
  /** A data folder for each server: a server marks the media in it as those of its database. */
  folders: Readonly<Record<keyof Archives['addresses'], string>>
  /** Address of each database, as `openDatabase` takes it. */
  addresses: Readonly<Record<'SQLite' | 'PostgreSQL', string>>
  stop(): Promise<void>
}

/** The same large archive on both databases. @param items 50,000 or a multiple of it. */
export async function makeArchives(items: number, say: (line: string) => void): Promise<Archives> {
  say(`Making an archive of ${items.toLocaleString('en')} items on SQLite …`)
  const data = await makeLargeArchive(IMPORTED)
  const file = path.join(data, 'archive.db')
  const server = await startOwnPostgres(['shared_buffers=1GB', 'max_wal_size=4GB', 'autovacuum=off'])
  const address = server.url('bench')
  const administer = async (database: string, statement: string) => {
    const client = new pg.Client({ connectionString: server.url(database) })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  say('… and on PostgreSQL')
  await administer('postgres', 'create database bench')
  const from = readConfig({ DATA_DIR: data })
  await (await openArchive(from)).destroy()
  const to = readConfig({ DATA_DIR: data, DATABASE_URL: address })
  await moveArchive({ from, to, moves: { database: true, media: false } })
  const times = items / IMPORTED.items
  if (times > 1) {
    await growOnSqlite(file, IMPORTED.items, times)
    await growOnPostgres(address, IMPORTED.items, times)
  }
  await administer('bench', 'vacuum analyze')
  const folders = { SQLite: data, PostgreSQL: path.join(data, 'postgres') }
  mkdirSync(folders.PostgreSQL)
  return {
    folders,
    addresses: { SQLite: file, PostgreSQL: address },
    async stop() {
      await administer('postgres', 'drop database bench with (force)')
      await server.stop()
      rmSync(data, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
