import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { makeOldArchive } from '../database/old-archive.ts'
import { bytesOf, contentOf, lookAt, oldPlace, placeIn, type Place } from './archives.ts'
import { earlierBackup, forged, good, putTogether, takeApart, type Part } from './forge.ts'
import { ALL, runs, sampleOf } from '../../setup/length.ts'

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
    { numRuns: runs(60) },
  )
  if (ALL) expect(refusals).toBeGreaterThan(15)
})

test('a truncated backup is refused', async () => {
  const { bytes: whole } = await good()
  const end = whole.indexOf(Buffer.from('SHA256SUMS')) + 512
  const lengths = [0, 1, 511, 512, 700, 1024, whole.length >> 1, end - 513, end, end + 1]
  for (const length of sampleOf(lengths, 3))
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
  for (const name of sampleOf(names, 2)) {
    const bytes = await forged((parts) => [...parts, { header: { name }, body: Buffer.from('evil') }])
    expect(await refused(bytes)).toContain('which does not belong in one')
  }
  for (const type of sampleOf(['symlink', 'link', 'directory', 'fifo'] as const, 2)) {
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
  for (const name of ['tables/item/000001.ndjson', 'manifest.json', 'SHA256SUMS'])
    expect(await refused(await without(name))).toContain('damaged')
  expect(await refused(await without('FORMAT'))).toBe('This is not a backup of Lotline.')
})

test('rows that do not fit, dangling links, or a newer version', async () => {
  const rows = (table: string, change: (text: string) => string) =>
    forged((parts) => {
      const part = parts.find((each) => each.header.name.startsWith(`tables/${table}/`))!
      part.body = Buffer.from(change(part.body.toString()))
    })
  const changes: [table: string, change: (text: string) => string][] = [
    ['plaque', (text) => text.replace(/"location_id":\d+/, '"location_id":99')],
    ['plaque', (text) => text.replace(/"location_id":\d+/, '"location_id":"Mill"')],
    ['plaque', (text) => text.replace(/"location_id":\d+/, '"place":1')],
    ['plaque', () => 'no JSON\n'],
    ['plaque', (text) => `${text}${text}`],
    ['plaque', () => ''],
  ]
  for (const [table, change] of sampleOf(changes, 2))
    expect(await refused(await rows(table, change))).toContain('damaged')
  const other = forged((parts) => [
    ...parts.filter(({ header }) => !header.name.startsWith('tables/plaque/')),
    { header: { name: 'tables/invoice/000001.ndjson' }, body: Buffer.from('{}\n') },
  ])
  expect(await refused(await other)).toContain('damaged')
  const newer = forged(
    (_parts, manifest) => Object.assign(manifest, { migration: '9999-later', program: '9.8.7' }) && undefined,
  )
  expect(await refused(await newer)).toContain(
    `a newer version of Lotline (version 9.8.7; this is version ${packageJson.version})`,
  )
  const format = forged((parts) => {
    parts[0]!.body = Buffer.from('Lotline backup, format 5\n')
  })
  expect(await refused(await format)).toContain('a newer version of Lotline (format 5;')
})

test('a backup of an earlier format is restored whole, or refused', async () => {
  const place = await oldPlace()
  await restoreBytes(place, await earlierBackup())
  expect(await lookAt(place, contentOf)).toEqual((await good()).content)
  const changed = (statement: string) =>
    earlierBackup((file) => {
      using db = new DatabaseSync(file)
      db.exec(`pragma foreign_keys = off; ${statement}`)
    })
  expect(await refused(await changed('update plaque set location_id = 99'))).toContain('damaged')
  const newer = changed(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
  expect(await refused(await newer)).toContain('made by a newer version of Lotline')
  const torn = earlierBackup((file) => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xff, 8192, 20_000))
  })
  expect(await refused(await torn)).toContain('damaged')
  expect(await refused(await earlierBackup((file) => writeFileSync(file, 'no database')))).toContain('damaged')
  let originals = 0
  const without = earlierBackup(
    undefined,
    ({ header }) => !header.name.startsWith('originals/') || (originals += 1) > 1,
  )
  expect(await refused(await without)).toContain('damaged')
})

test('a backup of an older version is migrated', async () => {
  const bytes = await earlierBackup(
    async (file) => {
      rmSync(file)
      const old = await makeOldArchive(file, '0001-archive')
      old.sqlite.exec(`insert into subject (subject_name) values ('Mills')`)
      await old.destroy()
    },
    ({ header }) => !header.name.startsWith('originals/'),
  )
  const place = placeIn(await freshFolder())
  await restoreBytes(place, bytes)
  const now = await lookAt(place, ({ db }) => db.sqlite.prepare('select subject_name, visibility from subject').all())
  expect(now).toEqual([{ subject_name: 'Mills', visibility: 'published' }])
})
