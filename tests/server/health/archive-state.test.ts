import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ArchiveState, BuildChanges, SiteState } from '#contract/archive-state.ts'
import { COPY, NO_COPY, ROLLBACK } from '#contract/archive-state.ts'
import { recordBackup } from '#server/backup/backup-job.ts'
import type { Manifest } from '#server/backup/format.ts'
import { checkOriginals, recordFixity, startOriginalsCheck } from '#server/health/check-originals.ts'
import { readUpkeep } from '#server/jobs/upkeep.ts'
import { readBuilds } from '#server/health/read-state.ts'
import { noteProgress } from '#server/jobs/builds.ts'
import { NEVER } from '#server/mail/retry-delay.ts'
import { originalKey } from '#server/storage/keys.ts'
import { openTestArchive, type TestArchive } from '../fixtures.ts'

const AT = '2026-11-23T01:00:00.000Z'
const STATES: SiteState[] = [
  { name: '2.1', built_at: AT, pages: 30, rolled_back: null },
  { name: '2', built_at: AT, pages: 29, rolled_back: null },
]
let town: TestArchive
let alone: TestArchive
beforeAll(async () => {
  town = await openTestArchive(undefined, {
    siteOperations: { states: () => ({ current: '2.1', all: STATES }) },
  })
  alone = await openTestArchive()
})
afterAll(async () => {
  await town.close()
  await alone.close()
})
const state = async (as: 'staff' | 'administrator', of = town) =>
  (await of.send('/api/state/', { as })).json as ArchiveState

test('where nothing is known, nothing is told', async () => {
  const found = await state('administrator', alone)
  expect(found).toMatchObject({
    ...{
      site: null,
      builds: [],
      progress: null,
      nightly_at: null,
      fixity: null,
      backup: null,
      backup_at: null,
      backup_failure: null,
      rollback: null,
    },
    mail: { waiting: 0, undelivered: 0, letters: [] },
    pictures: { waiting: 0, failed: 0 },
    hooks: { configured: [], waiting: [] },
  })
  expect(found.disk.free).toBeGreaterThan(0)
})

test('addresses of letters and earlier states are for administrators', async () => {
  const letter = { attempts: 0, last_error: '', kind: 'reset', text: 't', html: 'h', created_at: AT }
  await town.db
    .insertInto('mail')
    .values([
      { ...letter, recipient: 'a@example.org', subject: 'Fresh', next_attempt_at: AT },
      {
        ...letter,
        recipient: 'b@example.org',
        subject: 'Again',
        next_attempt_at: AT,
        attempts: 1,
        last_error: 'EAUTH',
      },
      {
        ...letter,
        recipient: 'c@example.org',
        subject: 'Lost',
        next_attempt_at: NEVER,
        attempts: 9,
        last_error: '550',
      },
    ])
    .execute()
  const staff = await state('staff')
  expect([staff.mail, staff.rollback]).toEqual([
    { waiting: 1, undelivered: 2, letters: null, outbox: expect.stringMatching(/outbox$/) },
    null,
  ])
  expect(staff).toMatchObject({ site: { name: '2.1', pages: 30 }, progress: null })
  expect(Date.parse(staff.nightly_at!)).toBeGreaterThan(Date.now())
  const { mail, rollback } = await state('administrator')
  expect(rollback).toEqual([STATES[1]])
  expect(mail.letters).toMatchObject([
    { recipient: 'c@example.org', subject: 'Lost', last_error: '550', next_attempt_at: null },
    { recipient: 'b@example.org', subject: 'Again', last_error: 'EAUTH', next_attempt_at: AT },
  ])
  const [lost] = mail.letters!
  const retry = (id: number) =>
    town.send(`/api/state/mail/${id}/retry/`, { method: 'POST', as: 'administrator' }).then(({ status }) => status)
  expect(await retry(lost!.id)).toBe(204)
  const { next_attempt_at } = (await state('administrator')).mail.letters![0]!
  expect(Math.abs(Date.parse(next_attempt_at!) - Date.now())).toBeLessThan(60_000)
  expect(await retry(99)).toBe(404)
})

test('the running build tells what it does, whichever process builds', async () => {
  const row = { id: 7, reason: 'r', requested_at: AT, asked_again_at: AT, started_at: AT }
  await town.db
    .insertInto('build')
    .values({ ...row, state: 'running' })
    .execute()
  expect((await state('staff')).progress).toBeNull()
  noteProgress(town.db, 7)({ step: 'Building pages', done: 3, of: 9 })
  await vi.waitFor(async () =>
    expect((await state('staff')).progress).toEqual({ build: 7, step: 'Building pages', done: 3, of: 9 }),
  )
  await town.db.deleteFrom('build').execute()
  expect((await state('staff')).progress).toBeNull()
})

test('each build tells what it changed, also after a restart; one of an older version does not', async () => {
  const changes: BuildChanges = {
    ...{ whole: false, pages: 30, pages_written: 2, pages_added: 1, pages_removed: 0, files_written: 4 },
    ...{ files_removed: 0, examples: ['/itemview/1/'], seconds: { pull: 0.5 }, notes: [] },
  }
  const row = { reason: 'r', requested_at: AT, asked_again_at: AT, started_at: AT, finished_at: AT }
  await town.db
    .insertInto('build')
    .values([
      { ...row, id: 50, state: 'done' },
      { ...row, id: 51, state: 'done', changes: JSON.stringify(changes) },
    ])
    .execute()
  const { builds } = await state('staff')
  expect(builds.map(({ id, changes }) => [id, changes])).toEqual([
    [51, changes],
    [50, null],
  ])
})

test('checksums and backups are told as they were found', async () => {
  const originals = await town.db
    .selectFrom('original')
    .select(['sha256', 'format', 'file_name'])
    .orderBy('sha256')
    .execute()
  const [first] = originals
  await recordFixity(town.db, await checkOriginals(town.db, town.media), new Date(AT))
  const good = (await state('staff')).fixity!
  expect(good).toMatchObject({ checked_at: AT, originals: originals.length, more: 0 })
  const before = good.problems.length
  const file = join(town.folder, 'media', originalKey(first!.sha256, first!.format))
  writeFileSync(file, 'scratched')
  await recordFixity(town.db, await checkOriginals(town.db, town.media))
  const { problems } = (await state('staff')).fixity!
  expect(problems.length).toBeGreaterThanOrEqual(Math.max(1, before))
  expect(problems[0]).toEqual({
    where: `original ${first!.sha256.slice(0, 12)} (${first!.file_name})`,
    what: 'The file has changed: its SHA-256 is different.',
  })
  const manifest = { made_at: AT, counts: { item: 5 }, files: [{ path: 'originals/a', bytes: 7, sha256: '' }] }
  await recordBackup(town.db, manifest as unknown as Manifest)
  expect((await state('staff')).backup).toEqual({ made_at: AT, bytes: 7, items: 5, originals: 1 })
})

test('the server checks the originals if that was not done for a week', async () => {
  const check = async (after: number) => {
    const before = await readUpkeep(alone.db, 'fixity')
    const job = startOriginalsCheck({ db: alone.db, media: alone.media }, { first: 0, every: 60_000, after })
    if (!before) await vi.waitUntil(() => readUpkeep(alone.db, 'fixity'), 10_000)
    await job.stop()
    return readUpkeep(alone.db, 'fixity')
  }
  const first = await check(60_000)
  expect(first!.originals).toBeGreaterThan(0)
  expect(await check(60_000), 'not again').toEqual(first)
})

test('an administrator rolls back to a state that there is', async () => {
  const rollBack = (name: unknown, of = town, as: 'staff' | 'administrator' = 'administrator') =>
    of.send('/api/state/rollback/', { method: 'POST', as, body: { state: name } })
  expect((await rollBack('2', town, 'staff')).status).toBe(403)
  const bad = await rollBack('../2')
  expect([bad.status, bad.json]).toEqual([400, { state: ['Enter the name of a state, such as 3 or 3.2.'] }])
  for (const name of ['2.1', '9']) {
    const { status, json } = await rollBack(name)
    expect([status, json]).toEqual([409, { detail: ROLLBACK.noState(name) }])
  }
  expect((await rollBack('2', alone)).json).toEqual({ detail: ROLLBACK.noSite })
  const { status, json } = await rollBack('2')
  expect([status, json]).toMatchObject([201, { state: 'waiting', reason: 'Rollback to state 2' }])
})

test('an administrator asks for a copy, which is made between two builds', async () => {
  const copy = (as: 'staff' | 'administrator', of = town) => of.send('/api/state/copy/', { method: 'POST', as })
  expect((await copy('staff')).status).toBe(403)
  expect((await copy('administrator', alone)).json).toEqual({ detail: NO_COPY })
  const { status, json } = await copy('administrator')
  expect([status, json]).toMatchObject([201, { state: 'waiting', reason: 'A copy of the archive' }])
  const builds = await readBuilds(town.db)
  expect(builds.find(({ reason }) => reason === 'A copy of the archive')).toMatchObject({ rollback: COPY })
})

test('a call that failed is made again', async () => {
  const retry = () => town.send('/api/state/hooks/webhook/retry/', { method: 'POST', as: 'administrator' })
  expect((await retry()).status).toBe(404)
  const row = {
    name: 'webhook' as const,
    body: '{}',
    queued_at: AT,
    attempts: 9,
    last_error: 'WEBHOOK_URL answered 500.',
  }
  await town.db
    .insertInto('hook')
    .values({ ...row, next_attempt_at: NEVER })
    .execute()
  expect((await state('staff')).hooks.waiting).toMatchObject([{ name: 'webhook', next_attempt_at: null, attempts: 9 }])
  expect((await retry()).status).toBe(204)
  expect((await state('staff')).hooks.waiting[0]!.next_attempt_at).not.toBeNull()
  expect((await town.send('/api/state/hooks/other/retry/', { method: 'POST', as: 'administrator' })).status).toBe(404)
})
