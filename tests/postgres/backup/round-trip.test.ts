import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { examineArchive } from '#server/bundle/doctor.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { openMediaStore } from '#server/storage/open-media-store.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { asFormat2 } from '../../server/backup/forge.ts'
import { townToMove, withPlaces } from '../../server/move/moved-town.ts'
import { archive } from '../../scripts/run-archive.ts'
import { backUp, emptyPlace, rawRows, restoreTo, restoredContent, townOnPostgres } from './archives.ts'

test('a backup of PostgreSQL restores every row and original, with a new identity and without open sessions', async () => {
  const town = await townOnPostgres()
  const before = await restoredContent(town)
  const { bytes, file, manifest, lettersLeftOut } = await backUp(town)
  expect(manifest).toMatchObject({ format: 4, damaged: [], missing: [] })
  expect(lettersLeftOut).toBe(1)
  expect(bytes.includes('Reset “it”')).toBe(false)
  const unpacked = await freshFolder()
  execFileSync('tar', ['-xf', file, '-C', unpacked])
  expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: unpacked }).toString()).toContain(
    'tables/item/000001.ndjson: OK',
  )

  const place = await emptyPlace()
  expect(await restoreTo(place, bytes)).toMatchObject({ previousFolders: [], keptSchema: undefined })
  expect(await restoredContent(place)).toEqual(before)
  await using db = await openArchive(place)
  const { findings } = await examineArchive({ db, media: openMediaStore(place), repair: true })
  expect(findings.filter(({ repaired, where }) => !repaired && where.startsWith('originals'))).toEqual([])
  expect(await db.selectFrom('mail').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('build').select('state').where('state', '=', 'waiting').execute()).toHaveLength(1)
  const id = async (of: typeof db) =>
    (await of.selectFrom('archive_state').select('archive').executeTakeFirstOrThrow()).archive
  await using old = await openArchive(town)
  expect(await id(db)).not.toBe(await id(old))
  expect(await readdir(dirname(place.databaseFile))).not.toContain('restore-unfinished')
})

test('an archive is replaced only when told, and kept whole: records in a schema, pictures in a folder; no id is given twice', async () => {
  const town = await townOnPostgres()
  const { bytes } = await backUp(town)
  await using db = await openArchive(town)
  const { id } = await db
    .insertInto('subject')
    .values({ subject_name: 'Added since' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.destroy()
  await expect(restoreTo(town, bytes)).rejects.toThrow(/holds an archive: \d+ items, \d+ people. With --replace/)
  const { keptSchema, previousFolders } = await restoreTo(town, bytes, { replace: true })
  expect(await rawRows(town, `select subject_name from ${keptSchema}.subject where id = ${id}`)).toEqual([
    { subject_name: 'Added since' },
  ])
  expect(existsSync(join(previousFolders[0]!, 'media', 'archive.json'))).toBe(true)
  await using restored = await openArchive(town)
  const added = await restored
    .insertInto('subject')
    .values({ subject_name: 'New' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(added.id).toBe(id + 1)
  // What is kept is not in the next backup.
  const { bytes: next } = await backUp(town)
  expect(next.includes(keptSchema!)).toBe(false)
})

test('a backup is consistent while others write', async () => {
  const town = await townOnPostgres()
  await using writer = await openArchive(town)
  let writing = true
  let written = 0
  const stream = (async () => {
    while (writing) {
      await writer
        .insertInto('subject')
        .values({ subject_name: `During ${(written += 1)}` })
        .execute()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  const { bytes } = await backUp(town)
  writing = false
  await stream
  expect(written).toBeGreaterThan(0)
  // The counts of the manifest are those of its rows.
  await restoreTo(await emptyPlace(), bytes)
})

test('on the command line: backup, doctor and restore', async () => {
  const [town, place] = [await townOnPostgres(), await emptyPlace()]
  const folder = await freshFolder()
  const env = (config: typeof town) => ({
    ...{ PATH: process.env.PATH, INIT_CWD: folder },
    ...{ DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl! },
  })
  const backedUp = await archive(env(town), 'backup', 'archive.tar')
  expect([backedUp.err, backedUp.code]).toEqual([expect.not.stringContaining('Error'), 0])
  expect(backedUp.out).toMatch(/^Backed up \d+ items and \d+ pictures/)
  const restored = await archive(env(place), 'restore', 'archive.tar')
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('Restored the archive of')])
  expect((await archive(env(place), 'restore', 'archive.tar')).err).toContain('With --replace')
  const replaced = await archive(env(place), 'restore', 'archive.tar', '--replace')
  expect(replaced.out).toMatch(/in the schema before_restore_\d{14} of the database/)
  const [original] = readdirSync(join(place.mediaDir, 'originals'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.jpg'),
  )
  await rm(join(place.mediaDir, 'originals', original!))
  const examined = await archive(env(place), 'doctor')
  expect(examined.out).toMatch(/missing/)
})

test('a backup of either database is restored into the other', async () => {
  const town = await townOnPostgres()
  const before = await restoredContent(town)
  const onSqlite = withPlaces(await townToMove(), {})
  await restoreTo(onSqlite, (await backUp(town)).bytes)
  expect(await restoredContent(onSqlite)).toEqual(before)
  const back = await emptyPlace()
  const { bytes } = await backUp(onSqlite)
  await restoreTo(back, bytes)
  expect(await restoredContent(back)).toEqual(before)
  await restoreTo(back, await asFormat2(bytes, onSqlite.databaseFile), { replace: true })
  expect(await restoredContent(back)).toEqual(before)
})
