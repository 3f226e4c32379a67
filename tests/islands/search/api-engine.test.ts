import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchAnswer } from '#contract/search.ts'
import { openApiEngine, withFallback } from '#islands/search/api-engine.ts'
import { openEngine } from '#islands/search/engine.ts'
import { createResults, findPage, type ResultState } from '#islands/search/results.ts'
import { MOST_OF_A_KIND, suggest } from '#islands/search/suggestions.ts'
import { fakeIndex } from './fake-index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rows = (count: number, from: number, name: string, type = '') =>
  Array.from({ length: count }, (_, at) => {
    const id = from + at
    return {
      id,
      title: `${name} ${id}`,
      type,
      years: '1900',
      image: type && `/api/scan/image/${id}/`,
      text: `At the ${name}`,
    }
  })
const NOTHING: SearchAnswer = { kinds: [], types: [], unknown: [], correction: null }

/** An API with 45 items and two people for every search; `asked` are its queries. */
function fakeApi(answer?: (query: URLSearchParams) => unknown) {
  const asked: string[] = []
  async function read(path: string): Promise<unknown> {
    asked.push(path)
    const query = new URLSearchParams(path.slice(path.indexOf('?')))
    if (answer) return answer(query)
    const [size, page, kind] = [Number(query.get('page_size')), Number(query.get('page')), query.get('kind')]
    const from = (page - 1) * size + 1
    const left = Math.max(0, Math.min(size, 45 - from + 1))
    const item = { kind: 'item', count: 45, results: rows(left, from, 'Harbour', 'postcard') }
    const person = { kind: 'person', count: 2, results: rows(Math.min(2, size), 1, 'Harbour') }
    return {
      ...NOTHING,
      kinds: [person, item, { kind: 'later kind', count: 1, results: [] }].filter(
        (each) => !kind || each.kind === kind,
      ),
      types: kind === 'item' ? [{ type: 'postcard', count: 45 }] : [],
    }
  }
  return { asked, read }
}

test('suggestions are one request: kinds in the order of the API, rows as those of the index', async () => {
  const { asked, read } = fakeApi()
  const { total, groups } = await suggest(openApiEngine('https://api.example', MOST_OF_A_KIND, read), 'harbour')
  expect(asked).toEqual(['https://api.example/api/search/?search=harbour&page=1&page_size=4'])
  expect(total).toBe(47)
  expect(groups.map(({ kind, total, found }) => [kind, total, found.length])).toEqual([
    ['person', 2, 2],
    ['item', 45, 4],
  ])
  expect(groups[1]!.found[0]).toEqual({
    url: '/itemview/1/',
    kind: 'item',
    title: 'Harbour 1',
    type: 'Postcard',
    years: '1900',
    image: 'https://api.example/api/scan/image/1/',
    description: 'At the Harbour',
    excerpt: [
      { text: 'At the ', marked: false },
      { text: 'Harbour', marked: true },
    ],
  })
})

test('pages of results ask for what they show', async () => {
  const { asked, read } = fakeApi()
  const engine = openApiEngine('', 20, read)
  const request = { words: 'harbour', kind: '', type: '', page: 2 }
  const page = await findPage(engine, request)
  expect(page).toMatchObject({ total: 47, count: 47, pages: 3, types: [] })
  // Two people are before the items.
  expect(page.found.map(({ url }) => url)).toEqual(Array.from({ length: 20 }, (_, at) => `/itemview/${at + 19}/`))
  expect(asked.slice(1)).toEqual(['/api/search/?search=harbour&kind=item&page=2&page_size=20'])
  const items = await findPage(engine, { ...request, kind: 'item', page: 9 })
  expect(items).toMatchObject({ request: { page: 3 }, count: 45, types: [{ value: 'postcard', count: 45 }] })
  expect(items.kinds).toEqual([
    { value: 'item', count: 45 },
    { value: 'person', count: 2 },
  ])
})

const index = openEngine(fakeIndex([{ title: 'Harbour', kind: 'place' }]).parts)
const urls = async (engine: Parameters<typeof suggest>[0]) =>
  (await suggest(engine, 'harbour')).groups.flatMap(({ found }) => found.map(({ url }) => url))

test.each<[string, () => unknown]>([
  ['fails', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is a web server without that call', () => '<!doctype html>'],
  ['answers something else', () => ({ detail: 'Not found.' })],
  ['answers nothing', () => null],
])(
  'where the API %s, the index of the last build answers, and the API is left alone for a while',
  async (_, answer) => {
    const { asked, read } = fakeApi(answer)
    const engine = withFallback(openApiEngine('', 4, read), index)
    expect(await urls(engine)).toEqual(['/zone-overview/1/'])
    expect(await urls(engine)).toEqual(['/zone-overview/1/'])
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(31_000)
    await urls(engine)
    expect(asked).toHaveLength(2)
  },
)

test('a slow API is given up', async () => {
  const fetching = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      (_, options) =>
        new Promise((_resolve, reject) =>
          options!.signal!.addEventListener('abort', () => reject(options!.signal!.reason as Error)),
        ),
    )
  const { timeout } = AbortSignal
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 10))
  vi.useRealTimers()
  expect(await urls(withFallback(openApiEngine('', 4), index))).toEqual(['/zone-overview/1/'])
  expect(limit.mock.calls[0]![0]).toBeLessThan(4000)
  limit.mockRestore()
  fetching.mockRestore()
})

test('an API that fails on a later page gives way to the index, in the same search', async () => {
  const { read } = fakeApi()
  const failing = (path: string) => (path.includes('page=2') ? Promise.reject(new Error('503')) : read(path))
  const states: ResultState[] = []
  const engine = withFallback(openApiEngine('', 20, failing), index)
  await createResults(engine, (state) => void states.push(state)).show({
    words: 'harbour',
    kind: '',
    type: '',
    page: 2,
  })
  expect(states.at(-1)).toMatchObject({ phase: 'ready', page: { total: 1 } })
})

test('a search that finds nothing names the words that are nowhere, and a better spelling', async () => {
  const { asked, read } = fakeApi(() => ({ ...NOTHING, unknown: [{ word: 'habrour' }], correction: 'harbour' }))
  const nothing = { total: 0, groups: [], unknown: ['habrour'], correction: 'harbour' }
  expect(await suggest(withFallback(openApiEngine('', 4, read), index), 'habrour')).toEqual(nothing)
  expect(asked).toHaveLength(1)
})
