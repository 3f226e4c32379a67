import { expect, test } from 'vitest'
import { type Matches, openEngine } from '#islands/search/engine.ts'
import { type ResultState, createResults, findPage } from '#islands/search/results.ts'
import { fakeIndex } from './fake-index.ts'

const records = [
  ...Array.from({ length: 45 }, (_, at) => ({
    title: `Harbour ${at}`,
    kind: 'item',
    type: at % 3 ? 'photograph' : 'postcard',
  })),
  { title: 'Harbour Master', kind: 'organization' },
  { title: 'Mill', kind: 'place' },
]
const engine = openEngine(async () => fakeIndex(records).pagefind)
const request = { words: 'harbour', kind: '', type: '', page: 1 }

test('a page holds twenty results, and every filter says what it leaves', async () => {
  const page = await findPage(engine, request)
  expect(page).toMatchObject({ total: 46, count: 46, pages: 3, types: [] })
  expect(page.found).toHaveLength(20)
  expect(page.kinds).toEqual([
    { value: 'item', count: 45 },
    { value: 'organization', count: 1 },
  ])
})

test('filters narrow, and the kinds keep the counts of the words alone', async () => {
  const page = await findPage(engine, { ...request, kind: 'item', type: 'postcard' })
  expect(page).toMatchObject({ total: 46, count: 15 })
  expect(page.kinds).toContainEqual({ value: 'organization', count: 1 })
  expect(page.types).toEqual([
    { value: 'photograph', count: 30 },
    { value: 'postcard', count: 15 },
  ])
  expect(page.found.every((found) => found.type === 'postcard')).toBe(true)
})

test('a page past the end is the last, and a filter without results can be taken back', async () => {
  expect(await findPage(engine, { ...request, page: 99 })).toMatchObject({ request: { page: 3 } })
  const none = await findPage(engine, { ...request, kind: 'subject' })
  expect(none).toMatchObject({ count: 0, pages: 1 })
  expect(none.kinds).toContainEqual({ value: 'subject', count: 0 })
})

test('an index that names what was withdrawn meanwhile is opened anew at the next attempt', async () => {
  const old = fakeIndex([...records, { title: 'Harbour withdrawn', kind: 'item' }]).pagefind
  const search = old.search.bind(old)
  old.search = async (words) => {
    const { results } = await search(words)
    return { results: results.map((hit) => ({ ...hit, data: () => Promise.reject(new Error('404')) })) }
  }
  const fresh = openEngine(async (attempt) => (attempt === 0 ? old : fakeIndex(records).pagefind))
  await expect(findPage(fresh, request)).rejects.toThrow('404')
  expect(await findPage(fresh, request)).toMatchObject({ total: 46 })
})

test('the newest request wins, and a failure is a state of its own', async () => {
  const states: ResultState[] = []
  const waiting: ((matches: Matches) => void)[] = []
  const slow = { search: () => new Promise<Matches>((resolve) => void waiting.push(resolve)) }
  const results = createResults(slow, (state) => void states.push(state))
  const first = results.show(request)
  const second = results.show({ ...request, words: '' })
  waiting[0]!({ list: [], kinds: {}, types: {} })
  await Promise.all([first, second])
  expect(states.map((state) => state.phase)).toEqual(['loading', 'empty'])

  const broken = createResults(
    { search: () => Promise.reject(new Error('offline')) },
    (state) => void states.push(state),
  )
  await broken.show(request)
  expect(states.at(-1)).toEqual({ phase: 'failed', request })
})
