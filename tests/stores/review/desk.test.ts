import { describe, expect, test } from 'vitest'
import { UnreachableError } from '#client/errors.ts'
import type { DeskRecord } from '#contract/record.ts'
import { NO_FILTERS } from '#stores/review/desk-address.ts'
import { draft, world } from './world.ts'

const item = (key: number) => ({ kind: 'items', key }) as const

describe('the queue', () => {
  test('asks for what the address says, and writes it there', async () => {
    const { desk, calls, address } = world({
      query: 'kind=people&state=returned&author=4&search=mill&sort=newest&page=1',
    })
    await desk.start()
    expect(calls[0]!.call).toBe(
      'GET /api/review/?kind=people&state=returned&author=4&search=mill&sort=newest&page=1&page_size=25',
    )
    await desk.filter({ ...NO_FILTERS, age: 'over-7' })
    expect(calls.findLast(({ call }) => call.includes('/review/'))!.call).toContain('submitted_before=1969-12-25')
    expect(address()).toContain('age=over-7')
  })

  test('keeps what it has when the archive is away, and says why', async () => {
    const { desk, answerInstead, listed } = world()
    await desk.start()
    answerInstead('GET /api/review/', null, { status: 500 })
    await desk.reload()
    expect([desk.$queue.get(), listed()]).toMatchObject([{ problem: expect.any(UnreachableError) }, [1, 2, 3]])
    await desk.reload()
    expect(desk.$queue.get().problem).toMatchObject({ status: 500 })
    await desk.reload()
    expect(desk.$queue.get().state).toBe('ready')
  })

  test('next and previous go on to other pages, and stop at the ends', async () => {
    const { desk, openKey } = world({ pageSize: 2, records: [1, 2, 3].map((key) => draft(key)) })
    await desk.start()
    expect(await desk.step(-1)).toBe(false)
    await desk.step(1)
    await desk.step(1)
    expect([openKey(), desk.$filters.get().page]).toEqual([3, 2])
    expect(await desk.step(1)).toBe(false)
    await desk.step(-1)
    expect([openKey(), desk.$filters.get().page]).toEqual([2, 1])
  })
})

describe('a step', () => {
  test('shows the next draft at once, without a call', async () => {
    const { desk, open, calls, stateOf, settle, listed } = world()
    await desk.start()
    await settle()
    const before = calls.length
    const publishing = desk.take('publish')
    expect(open()).toMatchObject({ state: 'ready', name: item(2), loaded: { view: 'view of Item 2' } })
    expect(listed()).toEqual([2, 3])
    expect(await publishing).toBe(true)
    expect(calls.slice(before)[0]).toMatchObject({ call: 'POST /api/records/items/1/publish/', match: '"v1"' })
    expect([stateOf(1), desk.$done.get()?.step, listed()]).toEqual(['published', 'publish', [2, 3]])
  })

  test('sends its note, and keeps it until it is sent', async () => {
    const { desk, calls, answerInstead } = world()
    await desk.start()
    desk.keepNote(item(1), 'Which year?')
    answerInstead('POST /api/records/items/1/return/', null)
    expect(await desk.take('return', 'Which year?')).toBe(false)
    expect(desk.noteOf(item(1))).toBe('Which year?')
    await desk.open(item(1))
    expect(await desk.take('return', 'Which year?')).toBe(true)
    expect(calls.findLast(({ call }) => call.includes('/return/'))!.body).toEqual({ note: 'Which year?' })
    expect(desk.noteOf(item(1))).toBe('')
  })

  test.each([
    ['offline', null],
    ['failed', { status: 500 }],
    ['refused', { status: 409, body: { detail: 'It names a discarded person.' } }],
  ] as const)('that ends %s puts the draft back into its place', async (why, answer) => {
    const { desk, answerInstead, listed, stateOf } = world()
    await desk.start()
    await desk.step(1)
    answerInstead('POST /api/records/items/2/publish/', answer)
    expect(await desk.take('publish')).toBe(false)
    expect([listed(), stateOf(2), desk.$done.get()]).toEqual([[1, 2, 3], 'waiting', null])
    expect(desk.$failures.get()).toMatchObject([{ name: item(2), step: 'publish', refusal: { why } }])
    desk.dropFailure(item(2))
    expect(desk.$failures.get()).toEqual([])
  })

  test('on the last draft leaves an empty desk, and brings it back when it fails', async () => {
    const { desk, openKey, answerInstead } = world({ records: [draft(1)] })
    await desk.start()
    answerInstead('POST /api/records/items/1/publish/', null)
    await desk.take('publish')
    expect(openKey()).toBe(1)
    await desk.take('publish')
    expect([openKey(), desk.$queue.get().count]).toEqual([null, 0])
  })

  test('is counted while it is under way', async () => {
    const { desk } = world()
    await desk.start()
    const taking = desk.take('publish')
    expect(desk.$pending.get()).toBe(1)
    await taking
    expect(desk.$pending.get()).toBe(0)
  })
})

describe('what others do meanwhile', () => {
  const person: DeskRecord['brings'][number] = {
    ...{ kind: 'people', key: 5, label: 'Anna', state: 'waiting', author: null, fields: { surname: 'Hale' } },
  }

  test('is no conflict when nothing is unseen: a new person was published with another draft', async () => {
    const brings = [person]
    const { desk, change, stateOf } = world({
      records: [draft(1, { brings, version: 'a.1' }), draft(2, { brings, version: 'b.1' })],
    })
    await desk.start()
    change(2, { brings: [], version: 'b' })
    await desk.step(1)
    expect(await desk.take('publish')).toBe(true)
    expect(stateOf(2)).toBe('published')
  })

  test('does not go on over a recording that came meanwhile', async () => {
    const { desk, change } = world({ records: [draft(1, { version: 'a' })] })
    await desk.start()
    change(1, { files: [{ key: 4, version: 'f', failed: [] }], version: 'a.1' })
    await desk.take('publish')
    expect(desk.$failures.get()[0]!.refusal).toMatchObject({ changes: { scans: true } })
  })

  test('is a conflict when the new person was changed', async () => {
    const { desk, change } = world({ records: [draft(1, { brings: [person], version: 'a.1' })] })
    await desk.start()
    change(1, { brings: [{ ...person, fields: { surname: 'Hall' } }], version: 'a.2' })
    expect(await desk.take('publish')).toBe(false)
    expect(desk.$failures.get()[0]!.refusal).toMatchObject({ changes: { brings: ['Anna'] } })
  })

  test('shows up in a draft that was loaded some time ago', async () => {
    const { desk, change, open, pass } = world()
    await desk.start()
    await pass(30_000)
    change(2, { version: 'new' })
    await desk.step(1)
    expect(open()).toMatchObject({ loaded: { record: { version: 'v2' } } })
    await pass()
    expect([open(), desk.$renewed.get()]).toMatchObject([{ loaded: { record: { version: 'new' } } }, true])
  })
})

describe('a claim', () => {
  const claimCalls = (calls: { call: string; body: unknown }[]) =>
    calls.filter(({ call }) => call.includes('/claims/')).map(({ call, body }) => [call, body] as const)
  const mine = { by: { id: 1, name: 'Cora' }, since: '2026-11-02T10:00:00.000Z', until: '2026-11-02T10:05:00.000Z' }
  const theirs = { ...mine, by: { id: 2, name: 'Mary' } }
  const path = '/api/claims/items/1/'

  test('is made after a moment, renewed, and ended with the draft', async () => {
    const { desk, calls, pass, answerInstead } = world()
    answerInstead(`POST ${path}`, { status: 200, body: { claim: mine, mine: true } })
    await desk.start()
    await pass(1_000)
    expect(claimCalls(calls)).toEqual([])
    await pass(1_500)
    expect(claimCalls(calls)).toEqual([[`POST ${path}`, { take_over: false }]])
    await pass(150_000)
    expect(claimCalls(calls)).toHaveLength(2)
    await desk.step(1)
    expect(claimCalls(calls).at(-1)![0]).toBe(`DELETE ${path}`)
  })

  test('of somebody else is shown, and can be taken over', async () => {
    const { desk, pass, answerInstead, calls } = world({ records: [draft(1, { claim: theirs })] })
    answerInstead(
      `POST ${path}`,
      { status: 200, body: { claim: theirs, mine: false } },
      { status: 200, body: { claim: mine, mine: true } },
    )
    await desk.start()
    expect(desk.$claim.get()?.by.name).toBe('Mary')
    await pass(2_500)
    expect(desk.$claim.get()?.by.name).toBe('Mary')
    await desk.takeOver()
    expect(desk.$claim.get()).toBe(null)
    expect(claimCalls(calls).at(-1)![1]).toEqual({ take_over: true })
  })
})

test('an item that is begun while the queue is loading keeps its form', async () => {
  const { desk } = world()
  const starting = desk.start()
  desk.startNew()
  await starting
  expect(desk.edits.$edit.get()).toMatchObject({ name: { kind: 'items' }, newKey: expect.any(String) })
})
