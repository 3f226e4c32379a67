import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '#client/errors.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { createOpenImport } from '#stores/review/imports/open-import.ts'
import { clock, settle } from '../../shared/fakes.ts'
import { details, MAPPING } from './an-import.ts'

/** An archive that answers each call with `now`, or refuses it. */
function world(now: ImportDetails = details({})) {
  const calls: [string, unknown][] = []
  const { schedule, pass } = clock()
  const on = { now, refusal: null as Error | null, isVisible: true }
  const call = async (name: string, { body, query }: { body?: Partial<ImportDetails>; query?: object } = {}) => {
    calls.push([name, body ?? query])
    await Promise.resolve()
    if (on.refusal && name !== 'import') throw on.refusal
    if (name === 'imports') return [on.now]
    if (body) on.now = { ...on.now, ...body, stale: 'mapping' in body }
    return on.now
  }
  const isVisible = () => on.isVisible
  const store = createOpenImport({ client: { call } as never, withSession: (work) => work(), schedule, isVisible }, 3)
  const names = () => calls.map(([name]) => name)
  const shown = () => store.$import.get().value!
  return { store, calls, names, shown, on, pass }
}

test('changes show at once, are sent together a moment later, and before a check', async () => {
  const { store, calls, shown, names, pass } = world()
  await store.load()
  store.change({ status: 'published' })
  expect([shown().status, shown().stale]).toEqual(['published', false])
  store.changeTable('a.csv', { dates: { Date: 'day first' } })
  expect(shown().stale).toBe(true)
  expect(names()).toEqual(['import'])
  await pass(400)
  await settle()
  const tables = [{ ...MAPPING.tables[0]!, dates: { Date: 'day first' } }]
  expect(calls[1]).toEqual(['changeImport', { status: 'published', mapping: { ...MAPPING, tables } }])
  store.change({ skip_bad: true })
  await store.check()
  expect(names().slice(2)).toEqual(['changeImport', 'checkImport'])
})

test('names are decided beside each other', async () => {
  const { store, shown } = world()
  await store.load()
  store.decide({ list: 'people', name: 'Ross, A.' }, 3)
  store.decide({ list: 'people', name: 'Orr' }, 'new')
  expect(shown().mapping!.names).toEqual({ people: { 'Ross, A.': 3, Orr: 'new' } })
})

test('a cell is corrected once, however often it is written', async () => {
  const { store, shown } = world()
  await store.load()
  const cell = { table: 'a.csv', row: 7, column: 'Date', value: '1905' }
  store.correct(cell)
  store.correct({ ...cell, value: '1906' })
  store.correct({ ...cell, row: 8 })
  expect(shown().corrections.map(({ row, value }) => [row, value])).toEqual([
    [7, '1906'],
    [8, '1905'],
  ])
})

test('what was not taken is sent again after a cut, and shown as it is there after a refusal', async () => {
  const { store, calls, on, shown } = world()
  await store.load()
  on.refusal = new UnreachableError('/', undefined, 20)
  store.change({ status: 'published' })
  await store.flush()
  expect(store.$refusal.get()).toEqual({ why: 'offline' })
  on.refusal = new ApiError(409, { detail: 'It runs.' }, '/')
  store.change({ skip_bad: true })
  await store.flush()
  expect(calls.at(-2)).toEqual(['changeImport', { status: 'published', skip_bad: true }])
  expect(store.$refusal.get()).toEqual({ why: 'refused', text: 'It runs.' })
  expect([shown().status, shown().skip_bad]).toEqual(['draft', false])
})

test('of two people who answer nobody overwrites the other: the second sees what the first decided, and why', async () => {
  let answers: ImportDetails = details({})
  const calls: string[] = []
  type Request = { body?: Partial<ImportDetails>; headers?: Record<string, string> }
  const call = async (name: string, { body, headers }: Request = {}) => {
    calls.push(name)
    await Promise.resolve()
    if (!body) return answers
    if (headers?.['If-Match'] !== `"${answers.version}"`)
      throw new ApiError(412, { detail: 'Somebody else has changed it.' }, '/')
    return (answers = { ...answers, ...body, version: `${answers.version}+`, stale: true })
  }
  const tab = () => {
    const deps = { withSession: (work: () => never) => work(), schedule: clock().schedule, isVisible: () => true }
    return createOpenImport({ client: { call } as never, ...deps } as never, 3)
  }
  const [first, second] = [tab(), tab()]
  await Promise.all([first.load(), second.load()])
  const name = (text: string) => ({ list: 'people', name: text }) as const
  first.decide(name('Ross, A.'), 5)
  await first.flush()
  second.decide(name('Orr'), 'new')
  calls.length = 0
  // Nothing is checked that the second person has not seen.
  await second.check()
  // Nor is what was not taken sent again by itself.
  await second.flush()
  expect(calls).toEqual(['changeImport', 'import'])
  expect(second.$refusal.get()).toEqual({ why: 'refused', text: 'Somebody else has changed it.' })
  expect(second.$import.get().value!.mapping!.names).toEqual({ people: { 'Ross, A.': 5 } })
  second.decide(name('Orr'), 'new')
  await second.flush()
  expect(answers.mapping!.names).toEqual({ people: { 'Ross, A.': 5, Orr: 'new' } })
  expect(second.$refusal.get()).toBeNull()
})

test('what runs is followed while the page is seen, and no longer than it runs', async () => {
  const { store, names, on, pass, shown } = world(details({ state: 'running' }))
  const stop = store.start()
  await settle()
  on.isVisible = false
  await pass(1000)
  await settle()
  expect(names()).toEqual(['import'])
  on.isVisible = true
  await pass(1000)
  await settle()
  // Not all that is known of it each second.
  expect(names()).toEqual(['import', 'imports'])
  // A cut ends nothing.
  on.refusal = new UnreachableError('/', undefined, 20)
  await pass(1000)
  await settle()
  on.refusal = null
  on.now = details({ state: 'done' })
  await pass(1000)
  await settle()
  expect(names().slice(2)).toEqual(['imports', 'imports', 'import'])
  expect(shown().state).toBe('done')
  await pass(5000)
  await settle()
  expect(names()).toHaveLength(5)
  stop()
})

test('a page that was left asks nothing more', async () => {
  const { store, names, pass } = world(details({ state: 'running' }))
  const stop = store.start()
  await settle()
  await pass(1000)
  stop()
  await settle()
  await pass(5000)
  await settle()
  expect(names()).toEqual(['import', 'imports'])
})
