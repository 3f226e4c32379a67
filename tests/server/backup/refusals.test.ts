import { readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { countRows } from '#server/backup/copy-database.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import * as firstMigration from '#server/database/migrations/0001-archive.ts'
import { SqliteEngine } from '#server/database/dialects/sqlite.ts'
import { ArchiveDatabase } from '#server/database/open.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { bytesOf, contentOf, lookAt, oldPlace, placeIn, type Place } from './archives.ts'
import { changedDatabase, forged, good, putTogether, takeApart, type Part } from './forge.ts'

const restoreBytes = (place: Place, bytes: Uint8Array) =>
  restoreBackup({ source: Readable.from([Buffer.from(bytes)]), ...place })

/** Restores, and proves that a refusal changed nothing and left nothing. */
async function refused(bytes: Uint8Array): Promise<string> {
  const place = await oldPlace()
  const before = await bytesOf(place)
  const error = await restoreBytes(place, bytes).then(
    () => undefined,
    (problem: Error) => problem,
  )
  if (error === undefined) throw new Error('It was restored.')
  expect(error.constructor.name).toBe('BackupRefused')
  expect(await bytesOf(place)).toEqual(before)
  expect((await readdir(dirname(place.databaseFile))).sort()).toEqual(['archive.db', 'archive.db-open', 'media'])
  return error.message
}

test('a forged backup without changes is restored (baseline for the tests below)', async () => {
  const place = await oldPlace()
  await restoreBytes(place, await forged(() => {}))
  expect(await lookAt(place, contentOf)).toEqual((await good()).content)
})

test('with any byte changed, it is refused or restores the same', async () => {
  const { bytes: whole, content } = await good()
  let place = await oldPlace()
  let before = await bytesOf(place)
  let refusals = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(whole)
      bytes[at] = bytes[at]! ^ change
      const error = await restoreBytes(place, bytes).then(
        () => undefined,
        (problem: Error) => problem,
      )
      if (!error) {
        expect(await lookAt(place, contentOf)).toEqual(content)
        before = await bytesOf((place = await oldPlace()))
        return
      }
      refusals += 1
      expect([error.constructor.name, await bytesOf(place)]).toEqual(['BackupRefused', before])
    }),
    { numRuns: 60 },
  )
  expect(refusals).toBeGreaterThan(30)
})

test('a truncated backup is refused', async () => {
  const { bytes: whole } = await good()
  const end = whole.indexOf(Buffer.from('SHA256SUMS')) + 512
  const lengths = [0, 1, 511, 512, 700, 1024, whole.length >> 1, end - 513, end, end + 1]
  for (const length of lengths)
    expect(await refused(whole.subarray(0, length))).toMatch(/damaged or incomplete|not a backup/)
})

test('a file that is not a backup is refused', async () => {
  expect(await refused(Buffer.from('Dear Sir or Madam,'.repeat(100)))).toContain('damaged or incomplete')
  const other = await putTogether([{ header: { name: 'letter.txt' }, body: Buffer.from('Dear Sir') }])
  expect(await refused(other)).toBe('This is not a backup of Lotline.')
})

test('path traversal, links, devices, surplus and duplicate files are refused', async () => {
  const names = [
    '../evil',
    '/tmp/evil',
    'originals/../../evil',
    `originals/ab/${'0'.repeat(64)}.jpg`,
    'notes.txt',
    'media/x',
  ]
  for (const name of names) {
    const bytes = await forged((parts) => [...parts, { header: { name }, body: Buffer.from('evil') }])
    expect(await refused(bytes)).toContain('which does not belong in one')
  }
  for (const type of ['symlink', 'link', 'directory', 'fifo'] as const) {
    const header = { name: `originals/00/${'0'.repeat(64)}.jpg`, type, linkname: '/etc/passwd' }
    expect(await refused(await forged((parts) => [...parts, { header, body: Buffer.alloc(0) }]))).toContain(
      'does not belong',
    )
  }
  expect(await refused(await forged((parts) => [...parts, parts.at(-1)!]))).toContain('twice')
})

test('a missing or different original, an incomplete manifest', async () => {
  const original = ({ header }: Part) => header.name.startsWith('originals/')
  expect(await refused(await forged((parts) => parts.filter((part) => part !== parts.find(original))))).toContain(
    'damaged',
  )
  const another = forged((parts) => {
    parts.find(original)!.body = Buffer.from('another picture')
  })
  expect(await refused(await another)).toContain('damaged or incomplete')
  const uncounted = forged((_parts, manifest) => {
    manifest.counts['item'] = 2
  })
  expect(await refused(await uncounted)).toContain('damaged or incomplete')
  const parts = await takeApart((await good()).bytes)
  const without = (name: string) => putTogether(parts.filter(({ header }) => header.name !== name))
  for (const name of ['archive.db', 'manifest.json', 'SHA256SUMS'])
    expect(await refused(await without(name))).toContain('damaged')
  expect(await refused(await without('FORMAT'))).toBe('This is not a backup of Lotline.')
})

test('a damaged database, dangling links, or a newer version', async () => {
  expect(await refused(await changedDatabase('update plaque set location_id = 99'))).toContain('damaged')
  const newer = changedDatabase(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
  expect(await refused(await newer)).toContain('made by a newer version of Lotline')
  const format = forged((parts) => {
    parts[0]!.body = Buffer.from('Lotline backup, format 4\n')
  })
  expect(await refused(await format)).toContain('made by a newer version of Lotline')
  const torn = forged((parts) => {
    const part = parts.find(({ header }) => header.name === 'archive.db')!
    part.body = Buffer.from(part.body)
    part.body.fill(0xff, 8192, 20_000)
  })
  expect(await refused(await torn)).toMatch(/damaged/)
  const nothing = forged((parts) => {
    parts.find(({ header }) => header.name === 'archive.db')!.body = Buffer.from('no database')
  })
  expect(await refused(await nothing)).toContain('damaged')
})

test('a backup of an older version is migrated', async () => {
  const file = join(await freshFolder(), 'old.db')
  const old = new ArchiveDatabase(new SqliteEngine(new DatabaseSync(file), file))
  const provider = { getMigrations: async () => ({ '0001-archive': firstMigration }) }
  expect((await new Migrator({ db: old, provider }).migrateToLatest()).error).toBeUndefined()
  old.sqlite.exec(`insert into subject (subject_name) values ('Mills')`)
  const counts = countRows(old.sqlite)
  await old.destroy()
  const body = await readFile(file)
  const bytes = await forged((parts, manifest) => {
    Object.assign(manifest, { counts, program: '0.0.1' })
    return [parts[0]!, { header: { name: 'archive.db' }, body }]
  })
  const place = placeIn(await freshFolder())
  await restoreBytes(place, bytes)
  const now = await lookAt(place, ({ db }) => db.sqlite.prepare('select subject_name, visibility from subject').all())
  expect(now).toEqual([{ subject_name: 'Mills', visibility: 'published' }])
})
