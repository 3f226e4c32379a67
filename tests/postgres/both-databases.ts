import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { endpoints } from '#contract/endpoints.ts'
import { openDatabase, type ArchiveDatabase } from '#server/database/open.ts'
import { createRepositories, type Repositories } from '#server/repositories/repositories.ts'
import { openFreshPostgres } from './databases.ts'

export interface Both {
  /** On SQLite, then on PostgreSQL. */
  databases: readonly ArchiveDatabase[]
  repositories: readonly Repositories[]
  /** Temporary, for files of the archive. */
  folder: string
  close(): Promise<void>
}

/** The same archive on both databases. */
export async function openBoth(
  name: string,
  fill: (db: ArchiveDatabase, folder: string) => Promise<void>,
): Promise<Both> {
  const folder = mkdtempSync(join(tmpdir(), `lotline-${name}-`))
  const databases = [await openDatabase(join(folder, 'archive.db')), await openFreshPostgres(name)]
  for (const db of databases) await fill(db, folder)
  const readers = databases.map((db) => db.engine.openReader())
  return {
    databases,
    repositories: readers.map((reader) => createRepositories(reader)),
    folder,
    async close() {
      for (const db of [...readers, ...databases]) await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The part of `/api/items/` that these tests look at. */
export interface Page {
  count: number
  results: { id: number }[]
  suggestion?: string
}

/** Reads a page of items as the API does. */
export async function itemsPage({ items }: Repositories, query: Record<string, string>): Promise<Page> {
  return JSON.parse((await items.list(v.parse(endpoints.items.query, query), 2026)).text) as Page
}
