import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBackups, outdatedBackups, recordBackup, type BackupOptions } from '#server/backup/backup-job.ts'
import type { Manifest } from '#server/backup/format.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { openFreshDatabase } from '../fresh-database.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

let root: string
let db: ArchiveDatabase
/** Local time. */
let clock: Date
beforeEach(async () => {
  root = await freshFolder()
  db = await openFreshDatabase(join(root, 'archive.db'))
  clock = new Date(2026, 10, 21, 14, 0)
})
afterEach(async () => {
  await db.destroy()
})

/** The nightly backups into a folder that is not there yet, each made by `make`. */
function nights(make: (file: string) => Promise<void> = async () => {}) {
  const [files, failures]: [string[], unknown[]] = [[], []]
  const folder = join(root, 'disk', 'backups')
  const options: BackupOptions = {
    ...{ db, folder, at: '01:30', now: () => clock, log: () => {} },
    onFailure: (failure) => failures.push(failure),
    async backUp(_, file) {
      await make(file)
      files.push(file.slice(folder.length + 1))
      writeFileSync(file, '')
      await recordBackup(db, { made_at: clock.toISOString(), counts: {}, files: [] } as unknown as Manifest)
    },
  }
  const { poll } = createBackups(options)
  return { files, failures, folder, poll: () => poll(new AbortController().signal) }
}

test('a backup is made at its time once a day, and later where the machine was off', async () => {
  const { files, failures, poll } = nights()
  await poll()
  await poll()
  expect(files, 'an archive without one gets it at once').toEqual(['archive-2026-11-21.tar'])
  clock = new Date(2026, 10, 22, 1, 29)
  await poll()
  expect(files).toHaveLength(1)
  clock = new Date(2026, 10, 22, 1, 30)
  await poll()
  await poll()
  // Off for a night.
  clock = new Date(2026, 10, 24, 9, 0)
  await poll()
  await poll()
  expect(files.slice(1)).toEqual(['archive-2026-11-22.tar', 'archive-2026-11-24.tar'])
  expect(failures).toEqual([undefined, undefined, undefined])
})

test('a backup that fails is told, and tried again after an hour', async () => {
  let reason: string | undefined = 'The disk is full.'
  const { files, failures, poll } = nights(async () => {
    if (reason) throw new Error(reason)
  })
  await poll()
  await poll()
  expect(failures).toEqual([{ at: clock.toISOString(), message: 'The disk is full.' }])
  reason = undefined
  clock = new Date(2026, 10, 21, 15, 0)
  await poll()
  expect([files.length, failures.at(-1)]).toEqual([1, undefined])
})

test('a good backup replaces those of before two weeks but the first of each month; other files stay', async () => {
  const { folder, poll } = nights()
  mkdirSync(folder, { recursive: true })
  const [kept, old] = [
    [
      'archive-2026-09-01.tar',
      'archive-2026-11-07.tar',
      'archive-2026-11-20.tar',
      'letters.tar',
      'archive-2026-09-02.tar.part',
    ],
    ['archive-2026-09-02.tar', 'archive-2026-11-06.tar'],
  ] as const
  for (const name of [...kept, ...old]) writeFileSync(join(folder, name), '')
  await poll()
  expect(readdirSync(folder).sort()).toEqual([...kept, 'archive-2026-11-21.tar'].sort())
})

test('whatever the day, a backup of the last two weeks is never outdated', () => {
  const day = fc.date({ min: new Date(2000, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
  const nameOf = (at: Date) =>
    `archive-${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}.tar`
  fc.assert(
    fc.property(day, fc.nat({ max: 13 }), (now, days) => {
      const made = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12)
      expect(outdatedBackups([nameOf(made)], now)).toEqual([])
    }),
  )
})
