import { expect, test } from 'vitest'
import { createClientOf } from '#client/client.ts'
import { UnreachableError } from '#client/errors.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { ArchiveState } from '#contract/archive-state.ts'
import { adviceOf, bytesText, changesText, durationText, newsText } from '#islands/review/state/messages.ts'
import { createArchiveState } from '#stores/review/state/archive-state.ts'
import { clock, settle } from '../shared/fakes.ts'

const AT = '2026-11-23T01:00:00.000Z'
type Build = ArchiveState['builds'][number]
const build = (id: number, state: Build['state']): Build => ({
  ...{ id, state, reason: 'Published “A”', requested_at: AT, started_at: AT, finished_at: null, message: '' },
  ...{ changes: null, rollback: null },
})
const archive = (builds: Build[]): ArchiveState => ({
  ...{
    site: null,
    builds,
    progress: null,
    nightly_at: null,
    fixity: null,
    backup: null,
    backup_at: null,
    backup_failure: null,
    rollback: null,
  },
  disk: { status: 'ok', free: 1, total: 2 },
  mail: { waiting: 0, undelivered: 0, letters: null },
  pictures: { waiting: 0, failed: 0 },
  hooks: { configured: [], waiting: [] },
})

function world() {
  let now: ArchiveState | null = archive([])
  const calls: string[] = []
  let isVisible = true
  let refuse = false
  const client = createClientOf(endpoints, {
    base: '',
    fetch: async (input, init) => {
      calls.push(`${init!.method} ${input as string}`)
      await Promise.resolve()
      if (!now) throw new TypeError('fetch failed')
      if (init!.method === 'GET') return Response.json(now)
      if (refuse) return Response.json({ detail: 'There is no earlier state 9 of the site.' }, { status: 409 })
      return Response.json(build(9, 'waiting'), { status: 201 })
    },
  })
  const { schedule, pass } = clock()
  const store = createArchiveState({ client, withSession: (work) => work(), schedule, isVisible: () => isVisible })
  return {
    ...{ store, calls },
    is: (next: ArchiveState | null) => void (now = next),
    hide: (hidden: boolean) => void (isVisible = !hidden),
    refuse: () => void (refuse = true),
    async pass(time: number) {
      await pass(time)
      await settle()
    },
  }
}

test('loads often while something is built, seldom otherwise, and never in the background', async () => {
  const { store, calls, is, hide, pass } = world()
  const stop = store.start()
  await settle()
  await pass(19_000)
  expect(calls).toHaveLength(1)
  is(archive([build(1, 'running')]))
  await pass(1000)
  await pass(1500)
  await pass(1500)
  expect(calls).toHaveLength(4)
  hide(true)
  await pass(1500)
  await pass(1500)
  expect(calls).toHaveLength(4)
  hide(false)
  stop()
  await pass(60_000)
  expect(calls).toHaveLength(4)
})

test('says what happened between two loads, and nothing about what was there before', async () => {
  const { store, is, pass } = world()
  is(archive([build(1, 'failed')]))
  store.start()
  await settle()
  expect(store.$news.get()).toBeNull()
  const said: string[] = []
  store.$news.listen((news) => said.push(newsText(news!)))
  is(archive([build(2, 'running'), build(1, 'failed')]))
  await pass(20_000)
  is(archive([build(2, 'failed'), build(1, 'failed')]))
  await pass(1500)
  expect(said).toEqual(['The site is being built.', 'The build failed. The site is as it was before.'])
})

test('what is shown stays when the archive does not answer, and is marked', async () => {
  const { store, is, pass } = world()
  store.start()
  await settle()
  is(null)
  await pass(20_000)
  expect([store.$archive.get().state, store.$stale.get()]).toEqual(['failed', true])
  is(archive([]))
  await pass(20_000)
  expect(store.$stale.get()).toBe(false)
})

test('a first load that fails can be repeated; a refused rollback is told in words', async () => {
  const { store, is, refuse } = world()
  is(null)
  store.start()
  await settle()
  expect(store.$archive.get()).toMatchObject({ state: 'failed', problem: expect.any(UnreachableError) })
  // What the page says stays while it asks again.
  const shown: unknown[] = []
  const stop = store.$archive.listen((now) => shown.push('problem' in now))
  await store.load()
  stop()
  expect(shown).toEqual([true, true])
  is(archive([]))
  await store.load()
  expect(store.$archive.get().state).toBe('ready')
  expect(await store.build()).toBe(true)
  refuse()
  expect(await store.rollBack('9')).toBe(false)
  expect(store.$refusal.get()).toEqual({ why: 'refused', text: 'There is no earlier state 9 of the site.' })
})

test('what changed, how long it took and what to do are told in words', () => {
  const changes = { whole: false, pages: 40, pages_written: 12, pages_added: 1, pages_removed: 2 }
  const rest = { files_written: 3, files_removed: 1, examples: [], seconds: {}, notes: [] }
  expect(changesText({ ...changes, ...rest })).toBe(
    '12 pages written, 1 of them new, 2 pages removed, 4 other files (search, feed, map)',
  )
  const none = { pages_written: 1, pages_added: 0, pages_removed: 0, files_written: 0, files_removed: 0 }
  expect(changesText({ ...changes, ...rest, ...none, whole: true })).toBe('The whole site, 40 pages: 1 page written')
  expect([durationText(3.21), durationText(125), durationText(60)]).toEqual([
    '3.2 seconds',
    '2 minutes 5 seconds',
    '1 minute',
  ])
  expect([bytesText(999), bytesText(1_500_000), bytesText(42_000_000_000)]).toEqual(['999 bytes', '2 MB', '42.0 GB'])
  expect(adviceOf({ message: 'The disk is full. ENOSPC: no space left on device' })).toMatch(/^Make room/)
  const refused = 'State 2.2 was made by another version of Lotline. Install that version and run "npm run build".'
  expect(adviceOf({ message: `RollbackRefused\n${refused}\n    at x` })).toBe(refused)
  expect(adviceOf({ message: 'TypeError: x is undefined' })).toMatch(/send the text below/)
})
