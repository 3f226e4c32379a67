import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { forged } from '../../server/backup/forge.ts'
import { townToMove } from '../../server/move/moved-town.ts'
import { backUp, emptyPlace, rawRows, restoreTo, restoredContent, townOnPostgres } from './archives.ts'

test('a backup that does not fit together is refused, and the archive stays as it is', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  const before = await restoredContent(town)
  const withoutRows = await forged(
    (parts) => parts.filter(({ header }) => !header.name.startsWith('tables/item/')),
    bytes,
  )
  await expect(restoreTo(town, withoutRows, { replace: true })).rejects.toThrow('damaged or incomplete')
  expect(await restoredContent(town)).toEqual(before)
  expect(await rawRows(town, `select nspname from pg_namespace where nspname like 'before%'`)).toEqual([])
  // Baseline: with nothing changed it is restored.
  await restoreTo(town, await forged(() => {}, bytes), { replace: true })
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

test('a dump of an earlier version is restored by pg_restore, into either database; without it a sentence says so', async () => {
  const town = await townOnPostgres()
  const before = await restoredContent(town)
  const file = join(await freshFolder(), 'archive.dump')
  execFileSync('pg_dump', [
    '--format=custom',
    `--file=${file}`,
    '--exclude-table-data=mail',
    `--dbname=${town.databaseUrl}`,
  ])
  const body = await readFile(file)
  const whole = await forged(
    (parts, manifest) => {
      manifest.format = 3
      parts[0]!.body = Buffer.from('Lotline backup, format 3\n')
      const media = parts.filter(({ header }) => !header.name.startsWith('tables/'))
      return [...media, { header: { name: 'archive.dump' }, body }]
    },
    (await backUp(town)).bytes,
  )
  for (const place of [await emptyPlace(), await townToMove()]) {
    await restoreTo(place, whole)
    expect(await restoredContent(place)).toEqual(before)
    await using db = await openArchive(place)
    const added = await db
      .insertInto('subject')
      .values({ subject_name: 'New' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(added.id).toBe(7001)
  }
  const cut = await forged((parts) => {
    const dump = parts.find(({ header }) => header.name === 'archive.dump')!
    dump.body = dump.body.subarray(0, 40_000)
  }, whole)
  await expect(restoreTo(town, cut, { replace: true })).rejects.toThrow(/pg_restore failed.*Nothing was changed/s)
  const path = process.env.PATH
  onTestFinished(() => void (process.env.PATH = path))
  process.env.PATH = await freshFolder()
  await expect(restoreTo(town, whole, { replace: true })).rejects.toThrow(
    /takes the program pg_restore, which is not installed/,
  )
  expect(await restoredContent(town)).toEqual(before)
})

test('between records and pictures nothing opens the archive, and the restore is started again', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  await rawRows(town, 'update archive_state set generation = -1')
  await expect(openArchive(town)).rejects.toThrow('has not finished')
  await restoreTo(town, bytes, { replace: true })
  await (await openArchive(town)).destroy()
})
