import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { MediaStore } from '#server/media/media-store.ts'
import { takeTurn } from '#server/database/take-turn.ts'
import { originalKey } from '#server/scans/originals.ts'
import { createPicturesHere } from '#server/scans/picture-work.ts'
import { removeStray } from '#server/scans/strays.ts'
import { startSweepJob, sweep } from '#server/scans/sweep.ts'
import type { TestArchive } from '../fixtures.ts'
import { fields, image, openUploadTown, picture, traces, upload, uploadScan } from './uploads/forms.ts'

async function withTown(work: (town: TestArchive) => Promise<void>) {
  const town = await openUploadTown()
  try {
    await work(town)
  } finally {
    await town.close()
  }
}
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
      watermark: { text: scan.watermark, color: 'black', position: 'bottom right' },
    } as const
    await createPicturesHere(town.media).ensure(source, ['webp'])
    const { files } = await traces(town)
    expect(files).toHaveLength(2)
    for (const file of files) await old(town, file.slice('/media/'.length))
    for (const key of STRAYS) await town.media.put(key, new Uint8Array(3))
    expect(await sweep(town.db, town.media)).toBe(0)
    for (const key of STRAYS) await old(town, key)
    expect(await sweep(town.db, town.media)).toBe(STRAYS.length)
    expect((await traces(town)).files).toEqual(files)
  }))

test('it keeps away while an import or a repair runs', () =>
  withTown(async (town) => {
    await town.media.put(STRAYS[0]!, new Uint8Array(3))
    await old(town, STRAYS[0]!)
    await takeTurn(town.db, async () => expect(await sweep(town.db, town.media)).toBe(0))
    expect(await sweep(town.db, town.media)).toBe(1)
  }))

test('an import may begin while it looks', () =>
  withTown(async (town) => {
    await town.media.put(STRAYS[0]!, new Uint8Array(3))
    let began = 0
    const media: MediaStore = {
      ...town.media,
      async *list(folder) {
        await takeTurn(town.db, async () => void (began += 1))
        yield* town.media.list(folder)
      },
    }
    expect(await sweep(town.db, media)).toBe(0)
    expect(began).toBe(4)
  }))

test('an old stray that is sent again is young, and has its row', () =>
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
    expect(await removeStray(town.db, town.media, key)).toBe(false)
    expect(Buffer.from((await town.media.read(key))!)).toEqual(bytes)
  }))

test('uploads of one picture against sweeps that spare nothing: every row that is answered has its file', () =>
  withTown(async (town) => {
    const job = { stopped: false }
    const sweeping = (async () => {
      while (!job.stopped) {
        for await (const { key } of town.media.list('originals')) {
          if (!key.endsWith('.part')) await removeStray(town.db, town.media, key, { grace: -1 })
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

test('the job sweeps when the server starts', () =>
  withTown(async (town) => {
    await town.media.put(STRAYS[3]!, new Uint8Array(3))
    await old(town, STRAYS[3]!)
    await startSweepJob(town).stop()
    expect((await traces(town)).files.length).toBeLessThanOrEqual(1)
  }))
