import { expect, test } from 'vitest'
import { openEngine } from '#islands/search/engine.ts'
import { openWorker } from '#islands/search/pagefind-worker.ts'
import { createSuggestions } from '#islands/search/suggestions.ts'

interface Call {
  id: number
  method: string
  args: unknown[]
}
const HITS = { results: [{ id: '7a', score: 2, data: 'data_1_0' }] }
const RECORD = { url: '/item/7/', excerpt: 'by the <mark>mill</mark>', meta: { title: 'Mill' } }
const GOOD: Record<string, unknown> = { init: true, search: HITS, getData: RECORD }

/** A worker that answers each call with what `answers` has for it, as a whole message where it is a function. */
function fakeWorker(answers: Record<string, unknown>) {
  const calls: Call[] = []
  const worker = Object.assign(new EventTarget(), {
    postMessage(call: Call) {
      calls.push(call)
      if (call.id < 0) return
      const answer = answers[call.method]
      const data: unknown = typeof answer === 'function' ? answer(call) : { id: call.id, result: answer }
      queueMicrotask(() => worker.dispatchEvent(new MessageEvent('message', { data })))
    },
    terminate: () => undefined,
  })
  return { worker: worker as unknown as Worker, calls }
}

test('a search asks the worker for the index of its language, and lets go of earlier hits', async () => {
  const { worker, calls } = fakeWorker(GOOD)
  const pagefind = openWorker(worker, 'en-phrases')
  await pagefind.options({ excerptLength: 28 })
  const { results } = await pagefind.search('mill')
  expect(await results[0]!.data()).toEqual(RECORD)
  await pagefind.search('pond')
  expect(calls.map(({ method }) => method)).toEqual(['init', 'search', 'getData', 'search', 'releaseData'])
  expect(calls[0]!.args[0]).toMatchObject({ basePath: '/pagefind/', language: 'en-phrases', excerptLength: 28 })
})

test.each([
  ['no answer', undefined],
  ['a text', 'hits'],
  ['no hits', {}],
  ['hits that are no list', { results: { length: 1 } }],
  ['a hit that is none', { results: [null] }],
  ['hits by another name', { results: [{ hash: '7a', score: 2, data: 'x' }] }],
  ['a score that is no number', { results: [{ id: '7a', score: '2', data: 'x' }] }],
  ['records in place of their names', { results: [{ id: '7a', score: 2, data: RECORD }] }],
])('%s in answer to a search fails it, and the box says so', async (_, search) => {
  const { worker } = fakeWorker({ ...GOOD, search })
  await expect(openWorker(worker, 'en').search('mill')).rejects.toThrow(/no list of hits/)
  const box = createSuggestions({
    engine: openEngine(async () => openWorker(worker, 'en')),
    onChange: () => undefined,
    pause: 0,
  })
  box.type('mill')
  await expect.poll(() => box.state).toEqual({ phase: 'failed', words: 'mill' })
})

test.each([
  ['nothing', null, /given up/],
  ['a text', 'record', /no record/],
  ['no excerpt', { url: '/item/7/', meta: {} }, /no record/],
  ['no fields', { url: '/item/7/', excerpt: '' }, /no record/],
  ['a field that is no text', { ...RECORD, meta: { title: ['Mill'] } }, /no record/],
])('%s in answer to a hit fails it', async (_, getData, error) => {
  const { worker } = fakeWorker({ ...GOOD, getData })
  const { results } = await openWorker(worker, 'en').search('mill')
  await expect(results[0]!.data()).rejects.toThrow(error)
})

test('messages that answer nothing are passed over', async () => {
  const { worker } = fakeWorker(GOOD)
  const pagefind = openWorker(worker, 'en')
  const search = pagefind.search('mill')
  for (const data of [null, 'text', 7, {}, { id: 99, result: HITS }])
    worker.dispatchEvent(new MessageEvent('message', { data }))
  expect((await search).results).toHaveLength(1)
})

test('an error that the worker tells, and a worker that cannot run, fail what waits and what follows', async () => {
  const telling = fakeWorker({ ...GOOD, search: ({ id }: Call) => ({ id, error: 'No language indexes found' }) })
  await expect(openWorker(telling.worker, 'en').search('mill')).rejects.toThrow('No language indexes found')
  for (const event of ['error', 'messageerror']) {
    const silent = fakeWorker({ search: () => null })
    const pagefind = openWorker(silent.worker, 'en')
    const search = pagefind.search('mill')
    silent.worker.dispatchEvent(new Event(event))
    await expect(search).rejects.toThrow(/could not be started/)
    await expect(pagefind.search('pond')).rejects.toThrow(/could not be started/)
  }
})
