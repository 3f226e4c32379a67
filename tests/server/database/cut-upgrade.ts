import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { SqliteEngine } from '#server/database/dialects/sqlite.ts'
import { MIGRATIONS } from '#server/database/migrate.ts'
import { ArchiveDatabase } from '#server/database/open.ts'
import { makeOldArchive } from './old-archive.ts'

class Cut extends Error {}

/** An archive with a few records, whose last migration was `last`. */
export async function makeOldTown(file: string, last: string): Promise<void> {
  const old = await makeOldArchive(file, last)
  old.sqlite
    .exec(`insert into person (id, first_name) values (3, 'Ada'); insert into location (id, name) values (5, 'Mill');
    insert into item (id, type, visibility, title, date_start, created_at, updated_at)
    values (7, 'object', 'published', 'A chair', 19050000, '', '')`)
  await old.destroy()
}

/** Copies `from`, and executes the first statements of a migration as versions before did: each a commit of its own. False if it has fewer. */
export async function cutUpgrade(from: string, to: string, name: string, statements: number): Promise<boolean> {
  copyFileSync(from, to)
  const db = new ArchiveDatabase(new SqliteEngine(new DatabaseSync(to, { defensive: false }), to))
  let left = statements
  const counting = {
    getExecutor: () => db.getExecutor(),
    executeQuery: async (query: Parameters<typeof db.executeQuery>[0]) => {
      if (left === 0) throw new Cut()
      left -= 1
      return await db.executeQuery(query)
    },
  } as unknown as Kysely<unknown>
  try {
    await MIGRATIONS[name]!.up(counting)
    return false
  } catch (error) {
    if (error instanceof Cut) return true
    throw error
  } finally {
    await db.destroy()
  }
}
