import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { HEALTH } from '#contract/messages.ts'
import type { Health } from '#contract/status.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { createHealthState } from '#server/health/health-state.ts'
import type { MediaStore } from '#server/storage/media-store.ts'
import { withImportLock } from '#server/database/archive-locks.ts'
import { originalKey } from '#server/storage/keys.ts'
import { createLocalPictureWork } from '#server/scans/picture-work.ts'
import { orphanLimit, trashOrphan } from '#server/scans/orphans.ts'
import { startSweepJob, sweep } from '#server/scans/sweep.ts'
import { openTestArchive, type TestArchive } from '../fixtures.ts'
import { fields, image, picture, traces, upload, uploadScan, withTown } from './uploads/forms.ts'

const old = (town: TestArchive, key: string) => utimes(join(town.folder, 'media', key), 0, 0)
const STRAYS = [
  `originals/ab/${'ab'.repeat(32)}.jpg`,
  `originals/ab/${'ab'.repeat(32)}.jpg.1234.part`,
  'derivatives/00/0011223344556677/40.webp',
  'incoming/1234.part',
]

test('what nothing names goes when it is old, and nothing else', () =>
  withTown(async (town) => {
    await uploadScan(town, { item: 1 })
    const scan = await town.db.selectFrom('scan').selectAll().executeTakeFirstOrThrow()
    const source = {
      sha256: scan.sha256,
      format: 'jpeg',
      width: 40,
      watermark: { text: scan.watermark, color: 'black', position: 'bottom right', size: 12, opacity: 60 },
    } as const
    await createLocalPictureWork(town.media).ensure(source, ['webp'])
    const { files } = await traces(town)
    expect(files).toHaveLength(2)
    for (const file of files) await old(town, file.slice('/media/'.length))
    for (const key of STRAYS) await town.media.put(key, new Uint8Array(3))
    expect(await sweep(town.db, town.media)).toEqual({ moved: [], removed: 0 })
    for (const key of STRAYS) await old(town, key)
    expect(await sweep(town.db, town.media)).toEqual({ moved: [STRAYS[0]], removed: STRAYS.length - 1 })
    expect((await traces(town)).files).toEqual(files)
    const [trashed] = await town.media.trash.list()
    expect(trashed).toMatchObject({ key: STRAYS[0], bytes: 3, why: 'Nothing in the database named it.' })
  }))

test('it keeps away while an import or a repair runs', () =>
  withTown(async (town) => {
    await town.media.put(STRAYS[2]!, new Uint8Array(3))
    await old(town, STRAYS[2]!)
    await withImportLock(town.db, async () => expect(await sweep(town.db, town.media)).toMatchObject({ removed: 0 }))
    expect(await sweep(town.db, town.media)).toMatchObject({ removed: 1 })
  }))

test('an import may begin while it looks', () =>
  withTown(async (town) => {
    await town.media.put(STRAYS[0]!, new Uint8Array(3))
    let began = 0
    const media: MediaStore = {
      ...town.media,
      async *list(folder) {
        await withImportLock(town.db, async () => void (began += 1))
        yield* town.media.list(folder)
      },
    }
    expect(await sweep(town.db, media)).toEqual({ moved: [], removed: 0 })
    expect(began).toBe(4)
  }))

test('an old orphan that is uploaded again is kept, with its row', () =>
  withTown(async (town) => {
    const bytes = await picture('#314159').jpeg().toBuffer()
    const parts = [...fields({ item: 1 }), image(bytes)]
    await upload(town, parts, { as: 'volunteer' })
    const { sha256 } = await town.db.selectFrom('original').select('sha256').executeTakeFirstOrThrow()
    const key = originalKey(sha256, 'jpeg')
    await town.db.deleteFrom('scan').execute()
    await town.db.deleteFrom('original').execute()
    await old(town, key)
    expect((await upload(town, parts, { as: 'volunteer' })).status).toBe(201)
    expect(await trashOrphan(town.db, town.media, key, { why: '' })).toBe(false)
    expect(Buffer.from((await town.media.read(key))!)).toEqual(bytes)
  }))

test('uploads racing with sweeps: every stored row has its file', () =>
  withTown(async (town) => {
    const job = { stopped: false }
    const sweeping = (async () => {
      while (!job.stopped) {
        for await (const { key } of town.media.list('originals')) {
          if (!key.endsWith('.part')) await trashOrphan(town.db, town.media, key, { grace: -1, why: '' })
        }
        await setImmediate()
      }
    })()
    const answers: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const parts = [
        ...fields({ item: 1 }),
        image(
          await picture(`#${100_000 + round}`)
            .jpeg()
            .toBuffer(),
        ),
      ]
      const sent = await Promise.all([1, 2].map(() => upload(town, parts, { as: 'volunteer' })))
      answers.push(...sent.map(({ status }) => status))
    }
    job.stopped = true
    await sweeping
    const originals = await town.db.selectFrom('original').selectAll().execute()
    for (const { sha256, format, bytes } of originals) {
      expect(await town.media.size(originalKey(sha256, format))).toBe(bytes)
    }
    const scans = await town.db.selectFrom('scan').select('id').execute()
    expect(scans).toHaveLength(answers.filter((status) => status === 201).length)
    expect(scans.length).toBeGreaterThan(0)
  }))

/** Orphans past the grace period. */
async function addStrays(town: TestArchive, count: number) {
  for (let at = 0; at < count; at += 1) {
    const sha256 = at.toString(16).padStart(64, 'f')
    const key = originalKey(sha256, 'jpeg')
    await town.media.put(key, new Uint8Array(3))
    await old(town, key)
  }
}
const originalsOf = async (town: TestArchive) => {
  const keys: string[] = []
  for await (const { key } of town.media.list('originals')) keys.push(key)
  return keys
}

test('with an empty database neither a sweep nor a repair changes anything', () =>
  withTown(async (town) => {
    await addStrays(town, 3)
    for (const key of STRAYS) await town.media.put(key, new Uint8Array(3))
    for (const key of STRAYS) await old(town, key)
    const before = (await traces(town)).files
    expect((await sweep(town.db, town.media)).stopped).toEqual({ unnamed: 4, originals: 4 })
    expect((await traces(town)).files).toEqual(before)
    expect(await town.media.trash.list()).toEqual([])
    const { findings } = await examineArchive({ ...town, repair: true })
    expect(findings.filter(({ repaired }) => repaired)).toEqual([])
    expect(findings.at(-1)?.what).toContain('4 of 4 originals are not used in the database')
    expect((await traces(town)).files).toEqual(before)
  }))

test('a stopped sweep is reported in log and health until one succeeds', async () => {
  const lines: string[] = []
  const healthState = createHealthState()
  const town = await openTestArchive({}, { healthState })
  try {
    await addStrays(town, 2)
    const job = startSweepJob(
      {
        ...town,
        log: (sentence, error) => lines.push(`${sentence} ${error !== undefined}`),
        onSwept: healthState.reportSweep,
      },
      { every: 20 },
    )
    const health = async () => (await town.get('/api/health/')).json as Health
    await expect.poll(async () => (await health()).sweep).toEqual({ status: 'stopped' })
    expect(await health()).toMatchObject({ status: 'warning', problems: [HEALTH.sweepStopped] })
    expect(lines[0]).toMatch(
      /^The sweep stopped without moving anything: the database names only 0 of 2 originals.* true$/,
    )
    expect(await originalsOf(town)).toHaveLength(2)
    for (const key of await originalsOf(town)) await town.media.moveToTrash(key, { why: 'A test.' })
    await expect.poll(async () => (await health()).sweep).toEqual({ status: 'ok' })
    await job.stop()
  } finally {
    await town.close()
  }
})

const kept = (originals: number, originalsKept: number) =>
  orphanLimit({ originals: Array.from({ length: originals }, String), originalsKept, derived: [], files: 0 })

test('a sweep moves at most 20 originals, 1 %, one of a small collection, none where all are orphaned', () => {
  expect([kept(1, 2), kept(1, 199), kept(1, 200), kept(5, 1_000), kept(30, 100_000)]).toEqual([1, 1, 2, 10, 20])
  expect([kept(1, 1), kept(500, 500)]).toEqual([0, 0])
})

test('over the limit nothing is moved', () =>
  withTown(async (town) => {
    await uploadScan(town, { item: 1 })
    await addStrays(town, 2)
    expect(await sweep(town.db, town.media)).toEqual({
      ...{ moved: [], removed: 0 },
      stopped: { unnamed: 2, originals: 3 },
    })
    expect(await originalsOf(town)).toHaveLength(3)
  }))

test('every sweep that moves something logs what', () =>
  withTown(async (town) => {
    await uploadScan(town, { item: 1 })
    await addStrays(town, 1)
    const lines: string[] = []
    const job = startSweepJob({ ...town, log: (sentence) => void lines.push(sentence) })
    await expect.poll(() => lines).toHaveLength(1)
    await job.stop()
    expect(lines[0]).toMatch(/^The sweep moved originals to the trash that no record uses: originals\/ff\/f+0\.jpg\./)
  }))
