import { expect, test, vi } from 'vitest'
import { NEEDED_FORMATS } from '#server/scans/derivatives.ts'
import { examineArchive } from '#server/bundle/doctor.ts'
import { inTransaction } from '#server/database/write.ts'
import { refreshScanVersion } from '#server/records/derived.ts'
import { MAX_ATTEMPTS, startPictureJob } from '#server/scans/picture-tasks.ts'
import { pyramidKey } from '#server/storage/picture-keys.ts'
import { createLocalPictureWork, type PictureWork } from '#server/scans/picture-work.ts'
import { openUploadTown, uploadScan } from './uploads/forms.ts'
import type { TestArchive } from '../fixtures.ts'

const tasks = (town: TestArchive) => town.db.selectFrom('picture_task').selectAll().execute()
async function withTown(work: (town: TestArchive, pictures: PictureWork) => Promise<void>) {
  const town = await openUploadTown()
  try {
    await work(town, createLocalPictureWork(town.media))
  } finally {
    await town.close()
  }
}
const sizes = async (town: TestArchive) => {
  const keys: string[] = []
  for await (const { key } of town.media.list('derivatives')) keys.push(key)
  return keys.sort()
}

test('derivatives and tiles are made after the response, also by a server that starts later', () =>
  withTown(async (town, pictures) => {
    await uploadScan(town, { item: 1 })
    expect(await sizes(town)).toEqual([])
    const [task] = await tasks(town)
    // The one before it ends at once, with nothing done.
    await startPictureJob(
      {
        db: town.db,
        pictures: {
          ...pictures,
          ensure: async () => await new Promise<string>((_, no) => no(new Error('the machine stopped'))),
        },
      },
      { pollEvery: 1 },
    ).stop()
    const job = startPictureJob({ db: town.db, pictures }, { pollEvery: 1 })
    await town.db.updateTable('picture_task').set({ attempts: 0, next_attempt_at: '' }).execute()
    await vi.waitFor(async () => expect(await tasks(town)).toEqual([]), { timeout: 10_000 })
    await job.stop()
    const folder = `derivatives/${task!.version.slice(0, 2)}/${task!.version}`
    expect(await sizes(town)).toEqual(
      [
        ...NEEDED_FORMATS.map((format) => `${folder}/40.${format === 'jpeg' ? 'jpg' : format}`),
        pyramidKey(task!.version),
      ].sort(),
    )
  }))

test('a failing picture is retried a few times, then reported by the doctor, who can make it', () =>
  withTown(async (town, pictures) => {
    await uploadScan(town, { item: 1 })
    const failed: string[] = []
    const failing = { ...pictures, ensure: () => Promise.reject(new Error('no')) }
    expect((await examineArchive(town)).findings).toEqual([])
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const job = startPictureJob(
        { db: town.db, pictures: failing, log: (_, version) => failed.push(version) },
        { pollEvery: 1 },
      )
      await vi.waitFor(() => expect(failed).toHaveLength(attempt), { timeout: 10_000 })
      await job.stop()
      // The time until the next attempt passes.
      await town.db.updateTable('picture_task').set({ next_attempt_at: '' }).execute()
    }
    const ensure = vi.fn(pictures.ensure)
    await startPictureJob({ db: town.db, pictures: { ...pictures, ensure } }, { pollEvery: 1 }).stop()
    expect(ensure).not.toHaveBeenCalled()
    expect(await tasks(town)).toMatchObject([{ attempts: MAX_ATTEMPTS }])
    expect((await examineArchive(town)).findings).toMatchObject([
      { where: 'scan 1', what: expect.stringMatching('could not be made') },
    ])
    await examineArchive({ ...town, repair: true })
    expect((await examineArchive(town)).findings).toEqual([])
    expect(await tasks(town)).toEqual([])
  }))

test('a failing picture does not block others', () =>
  withTown(async (town, pictures) => {
    const bad = (await uploadScan(town, { item: 1, watermark: 'bad' })).json as { id: number }
    await uploadScan(town, { item: 1, watermark: 'good' })
    const ensure: PictureWork['ensure'] = (source, formats) =>
      source.watermark?.text === 'bad' ? Promise.reject(new Error('no')) : pictures.ensure(source, formats)
    const job = startPictureJob({ db: town.db, pictures: { ...pictures, ensure } }, { pollEvery: 1 })
    const { version } = await town.db
      .selectFrom('scan')
      .select('version')
      .where('id', '=', bad.id)
      .executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await tasks(town)).toMatchObject([{ version, attempts: 1 }]), {
      timeout: 10_000,
    })
    await job.stop()
  }))

test('another watermark gives another version with its own task; the same one does not', () =>
  withTown(async (town) => {
    const { id } = (await uploadScan(town, { item: 1 })).json as { id: number }
    await town.db.deleteFrom('picture_task').execute()
    const read = () => town.db.selectFrom('scan').select('version').where('id', '=', id).executeTakeFirstOrThrow()
    const before = await read()
    await inTransaction(town.db, (trx) => refreshScanVersion(trx, id))
    expect([await read(), await tasks(town)]).toEqual([before, []])
    await town.db.updateTable('scan').set({ watermark: 'Another' }).where('id', '=', id).execute()
    await inTransaction(town.db, (trx) => refreshScanVersion(trx, id))
    const after = await read()
    expect(after.version).not.toBe(before.version)
    expect(await tasks(town)).toMatchObject([after])
  }))
