import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { createHealthState } from '#server/health/health-state.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { createMetrics, type Metrics } from '#server/metrics/metrics.ts'
import { writeUpkeep } from '#server/jobs/upkeep.ts'
import { openTestArchive } from '../fixtures.ts'
import { parseMetrics, type Sample } from './parse-metrics.ts'
import { useArchive } from '../use-archive.ts'

const AT = '2026-11-23T01:00:00.000Z'
const SECONDS = Date.parse(AT) / 1000
const town = useArchive(() =>
  openTestArchive(undefined, {
    observe: (app) => {
      metrics = createMetrics({
        get db() {
          return town.db
        },
        ...{ healthState, folders: [process.cwd()], fullBelow: 0 },
        site: () => ({ name: '3', built_at: AT, pages: 30, rolled_back: null }),
        backupFailure: () => ({ at: AT, message: 'The disk is full.' }),
      })
      metrics.observe(app)
    },
  }),
)
let metrics: Metrics
const healthState = createHealthState()
afterAll(async () => {
  await metrics.close()
})

const read = async () => parseMetrics(await metrics.read())
/** The value of a gauge, or its values by state. */
async function gauge(name: string) {
  const { samples } = (await read()).get(name)!
  if (samples.length === 0) return undefined
  if (samples[0]!.labels['state'] === undefined) return samples[0]!.value
  return Object.fromEntries(samples.map(({ labels, value }) => [labels['state'], value]))
}

test('answers are counted and measured by method, pattern of the route and status', async () => {
  await town.get('/api/items/?search=mill')
  await town.get('/api/items/?search=lake')
  await town.get('/api/item/999/')
  await town.get('/api/nowhere/secret-name/')
  await town.get('/itemview/1/?who=me')
  await town.send('/api/subjects/', { method: 'POST', body: {} })
  const { type, samples } = (await read()).get('lotline_http_request_duration_seconds')!
  const counts = samples.filter(({ name }) => name.endsWith('_count'))
  const told = ({ labels: { method, route, status }, value }: Sample) => [method, route, status, value]
  expect(type).toBe('histogram')
  expect(counts.map(told).sort()).toEqual([
    ['GET', '/api/item/:id/', '404', 1],
    ['GET', '/api/items/', '200', 2],
    ['GET', 'site', '404', 1],
    ['GET', 'unknown', '404', 1],
    ['POST', '/api/subjects/', '401', 1],
  ])
  const sum = samples.find(({ name, labels }) => name.endsWith('_sum') && labels['route'] === '/api/items/')!
  expect(sum.value).toBeGreaterThan(0)
  expect(sum.value).toBeLessThan(60)
})

test('figures of the process and of the archive are there, with their units', async () => {
  const families = await read()
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_heap_size_used_bytes',
  ])
    expect(families.get(name)?.samples[0]?.value, name).toBeGreaterThan(0)
  expect(families.get('lotline_info')!.samples[0]!.labels['version']).toMatch(/^\d+\.\d+/)
  expect(await gauge('lotline_disk_free_bytes')).toBeGreaterThan(1e6)
  expect(await gauge('lotline_site_built_timestamp_seconds')).toBe(SECONDS)
  expect(await gauge('lotline_backup_failed')).toBe(1)
  expect(await gauge('lotline_database_up')).toBe(1)
})

test('work that waits, builds and backups are told as they are, and what there never was is left out', async () => {
  for (const name of ['backup_last_success_timestamp', 'build_last_success_timestamp', 'build_last_duration'])
    expect(await gauge(`lotline_${name}_seconds`), name).toBeUndefined()
  const { pictures } = { pictures: (await gauge('lotline_pictures')) as Record<string, number> }
  const drafts = Number(await gauge('lotline_drafts_waiting'))
  const item = { type: 'photograph', created_at: AT, updated_at: AT }
  await town.db.transaction().execute(async (trx) => {
    await queueMail(trx, { kind: 'reset', to: 'ann@example.org', name: 'Ann', uid: 'MQ', token: 't' })
    const task = { created_at: AT, attempts: 0 }
    await trx
      .insertInto('picture_task')
      .values([
        { ...task, version: 'a' },
        { ...task, version: 'b', attempts: 5 },
      ])
      .execute()
    await trx
      .insertInto('item')
      .values([
        { ...item, visibility: 'draft', state: 'waiting' },
        { ...item, visibility: 'draft', state: 'returned' },
      ])
      .execute()
    const build = { reason: 'r', requested_at: AT, asked_again_at: AT }
    const ended = { ...build, started_at: AT, finished_at: '2026-11-23T01:00:07.500Z' }
    await trx
      .insertInto('build')
      .values([
        { ...ended, state: 'done' },
        { ...ended, state: 'failed' },
        { ...build, state: 'waiting' },
      ])
      .execute()
    await writeUpkeep(trx, 'backup', { made_at: AT, bytes: 1, items: 1, originals: 1 })
    await writeUpkeep(trx, 'fixity', { checked_at: AT, originals: 9, problems: [{ where: 'a', what: 'b' }], more: 2 })
  })
  const told = {
    lotline_mails: { waiting: 1, undelivered: 0 },
    lotline_pictures: { waiting: pictures['waiting']! + 1, failed: pictures['failed']! + 1 },
    lotline_drafts_waiting: drafts + 1,
    lotline_builds_open: 1,
    lotline_build_oldest_request_timestamp_seconds: SECONDS,
    lotline_build_last_success_timestamp_seconds: SECONDS + 7.5,
    lotline_build_last_duration_seconds: 7.5,
    lotline_build_failed: 1,
    lotline_backup_last_success_timestamp_seconds: SECONDS,
    lotline_originals_checked_timestamp_seconds: SECONDS,
    lotline_originals_damaged: 3,
    lotline_calls_waiting: 0,
    lotline_database_damaged: 0,
    lotline_stopping: 0,
  }
  for (const [name, value] of Object.entries(told)) expect(await gauge(name), name).toEqual(value)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.skipIf(!hasPromtool)('promtool (where it is installed) accepts the text', async () => {
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], {
    input: await metrics.read(),
    encoding: 'utf8',
  })
  // It would have units differ in names that prom-client gives its own figures.
  const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('lotline') || line.includes('error'))
  expect(own).toEqual([])
  expect([0, 3]).toContain(status)
})

test('without its database it still answers, and says so', async () => {
  const alone = createMetrics({
    get db(): never {
      throw new Error('away')
    },
    ...{ healthState, folders: [], fullBelow: 0 },
  })
  const families = parseMetrics(await alone.read())
  expect(families.get('lotline_database_up')!.samples).toMatchObject([{ value: 0 }])
  expect(families.get('lotline_mails')!.samples).toEqual([])
  await alone.close()
})
