import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import type { Manifest } from '#server/backup/format.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openDatabase } from '#server/database/open.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { forged, type Part } from '../../server/backup/forge.ts'
import { townToMove } from '../../server/move/moved-town.ts'
import { backUp, emptyPlace, rawRows, restoreTo, restoredContent, townOnPostgres } from './archives.ts'

const dumpOf = (parts: Part[]) => parts.find(({ header }) => header.name === 'archive.dump')!
const damages: [name: string, change: (parts: Part[], manifest: Manifest) => void, sentence: RegExp][] = [
  ['a count that is not right', (_, { counts }) => void (counts['item']! += 1), /damaged or incomplete/],
  ['a table that is not there', (_, { counts }) => void (counts['nothing'] = 1), /psql failed.*Nothing was changed/],
  [
    'a dump that is cut',
    (parts) => void (dumpOf(parts).body = dumpOf(parts).body.subarray(0, 40_000)),
    /failed.*Nothing was changed/,
  ],
  ['a dump that is none', (parts) => void (dumpOf(parts).body = Buffer.from('nothing')), /pg_restore failed/],
  [
    'an original that is missing',
    (parts) =>
      void parts.splice(
        parts.findIndex(({ header }) => header.name.startsWith('originals/')),
        1,
      ),
    /damaged or incomplete/,
  ],
  [
    'an original that is another',
    (parts) => void (parts.find(({ header }) => header.name.startsWith('originals/'))!.body = Buffer.from('x')),
    /damaged or incomplete/,
  ],
]

test('a backup that does not fit together is refused, and the archive stays as it is', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  const before = await restoredContent(town)
  for (const [name, change, sentence] of damages) {
    // An original that is named by its content, as all are.
    const whole = await forged(change, bytes)
    await expect(restoreTo(town, whole, { replace: true }), name).rejects.toThrow(sentence)
  }
  expect(await restoredContent(town)).toEqual(before)
  expect(await rawRows(town, `select nspname from pg_namespace where nspname like 'before%'`)).toEqual([])
  // Baseline: with nothing changed it is restored.
  await restoreTo(town, await forged(() => {}, bytes), { replace: true })
})

test('a backup of a newer version is refused', async () => {
  const town = await townOnPostgres()
  await rawRows(town, `insert into kysely_migration (name, timestamp) values ('9999-later', '')`)
  const { ArchiveDatabase } = await import('#server/database/archive-database.ts')
  const { PostgresEngine } = await import('#server/database/dialects/postgres.ts')
  await using db = new ArchiveDatabase(new PostgresEngine(town.databaseUrl!))
  const { bytes } = await backUp(town, { db })
  await expect(restoreTo(await emptyPlace(), bytes)).rejects.toThrow('newer version')
})

test('a backup of the other kind of database is refused', async () => {
  const sqlite = await townToMove()
  const { bytes: ofSqlite } = await backUp(sqlite, { keepGoing: true })
  const onPostgres = restoreTo(await emptyPlace(), ofSqlite)
  await expect(onPostgres).rejects.toThrow('a backup of an archive on SQLite')
  const { bytes } = await backUp(await townOnPostgres())
  const onSqlite = restoreBackup({ ...sqlite, source: Readable.from([bytes]) })
  await expect(onSqlite).rejects.toThrow('a backup of an archive on PostgreSQL')
})

test('a database of another program, or one that a server uses, is left alone', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  const other = await emptyPlace()
  await rawRows(other, 'create table invoices (id int)')
  await expect(restoreTo(other, bytes, { replace: true })).rejects.toThrow('tables of another program: invoices')
  const server = await openDatabase(town.databaseUrl!, { lease: true })
  await expect(restoreTo(town, bytes, { replace: true })).rejects.toThrow('Stop all of its servers first')
  await server.destroy()
})

test('programs that are missing or too old are named', async () => {
  const town = await townOnPostgres()
  const path = process.env.PATH
  onTestFinished(() => void (process.env.PATH = path))
  const folder = await freshFolder()
  process.env.PATH = folder
  await expect(backUp(town)).rejects.toThrow(
    /^pg_dump is not installed on this machine\. Install the client programs of PostgreSQL \d+/,
  )
  await writeFile(join(folder, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.1"\n')
  await chmod(join(folder, 'pg_dump'), 0o755)
  await expect(backUp(town)).rejects.toThrow(/^pg_dump is of PostgreSQL 9, but the database is of PostgreSQL \d+/)
  process.env.PATH = path
  // Nothing is left behind, and the next one works.
  await backUp(town)
})

test('between records and pictures nothing opens the archive, and the restore is started again', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  await rawRows(town, 'update archive_state set generation = -1')
  await expect(openArchive(town)).rejects.toThrow('has not finished')
  await restoreTo(town, bytes, { replace: true })
  await (await openArchive(town)).destroy()
})
