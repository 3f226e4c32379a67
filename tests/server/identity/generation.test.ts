import { copyFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareIdentities } from '#server/identity/compare-identities.ts'
import { raiseGeneration, startGenerationJob } from '#server/identity/generation.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { readIdentity, writeIdentity } from '#server/storage/identity-file.ts'
import { startOnce, wholeArchive } from './whole-archive.ts'

async function openWhole() {
  const archive = await wholeArchive()
  const db = await openArchive(archive.config)
  onTestFinished(() => db.destroy())
  const identity = () => db.selectFrom('archive_state').select(['archive', 'generation']).executeTakeFirstOrThrow()
  return { ...archive, db, mediaDir: archive.config.mediaDir, identity }
}

test.each([
  ['before the media folder says which generation comes', 1, false],
  ['before the database takes it', 1, true],
  ['before the media folder has it', 2, false],
  ['after all of it', 2, true],
])('a crash %s leaves a pair that fits, and the next one rises', async (_, call, written) => {
  const { db, mediaDir, identity, config } = await openWhole()
  let calls = 0
  const write: typeof writeIdentity = async (media, next) => {
    calls += 1
    if (calls === call && !written) throw new Error('power cut')
    await writeIdentity(media, next)
    if (calls === call) throw new Error('power cut')
  }
  await expect(raiseGeneration({ db, mediaDir }, { write })).rejects.toThrow('power cut')
  expect(compareIdentities(await identity(), await readIdentity({ mediaDir }))).toBe('fits')
  await startOnce(config)
  expect(await readIdentity({ mediaDir })).toEqual(await identity())
})

test('concurrent programs that begin a generation leave a pair that fits', async () => {
  const { db, mediaDir, identity, config } = await openWhole()
  const others = await Promise.all([1, 2, 3].map(() => openArchive(config)))
  // In one process, where waiting for another's lock would hold up who has it.
  for (const each of [db, ...others]) each.sqlite.exec('pragma busy_timeout = 20')
  const before = (await identity()).generation
  await Promise.all([db, ...others].flatMap((each) => [1, 2].map(() => raiseGeneration({ db: each, mediaDir }))))
  await Promise.all(others.map((other) => other.destroy()))
  expect(await readIdentity({ mediaDir })).toEqual({ ...(await identity()), generation: before + 8 })
})

test('the job begins a generation after an original was added and when it is due, but not otherwise', async () => {
  const { db, mediaDir, identity } = await openWhole()
  const generation = async () => (await identity()).generation
  const before = await generation()
  const job = startGenerationJob({ db, mediaDir }, { pollEvery: 20 })
  await pause(120)
  expect(await generation()).toBe(before)
  const added = { format: 'jpeg', file_name: '', bytes: 1, width: 1, height: 1 }
  await db
    .insertInto('original')
    .values({ ...added, sha256: 'b'.repeat(64) })
    .execute()
  await expect.poll(generation).toBe(before + 1)
  await db
    .insertInto('original')
    .values({ ...added, sha256: 'c'.repeat(64) })
    .execute()
  await job.stop()
  expect(await generation()).toBe(before + 2)
  const due = startGenerationJob({ db, mediaDir }, { pollEvery: 20, raiseEvery: 10 })
  await expect.poll(generation).toBeGreaterThan(before + 3)
  await due.stop()
})

test('the job reports when the media folder now belongs to another archive', async () => {
  const { db, mediaDir, folder } = await openWhole()
  const problems: unknown[] = []
  await writeIdentity({ mediaDir }, { archive: 'other', generation: 9 })
  copyFileSync(join(mediaDir, 'archive.json'), join(folder, 'theirs'))
  const job = startGenerationJob(
    { db, mediaDir, log: (error) => problems.push(error) },
    { pollEvery: 20, raiseEvery: 0 },
  )
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  await job.stop()
  expect(problems[0]).toMatchObject({ message: expect.stringContaining('belong to different archives') })
  expect(await readIdentity({ mediaDir })).toEqual({ archive: 'other', generation: 9 })
})
