import { expect, test } from 'vitest'
import { type Engine, type Matches, NO_MATCHES, openEngine } from '#islands/search/engine.ts'
import { type ResultState, createResults, findPage } from '#islands/search/results.ts'
import { fakeIndex, type FakeRecord } from './fake-index.ts'

const records: FakeRecord[] = [
  ...Array.from({ length: 45 }, (_, at): FakeRecord => ({
    title: `Harbour ${at}`,
    kind: 'item',
    type: at % 3 ? 'photograph' : 'postcard',
  })),
  { title: 'Harbour Master', kind: 'organization' },
  { title: 'Mill', kind: 'place' },
]
const engine = openEngine(fakeIndex(records).parts)
const request = { words: 'harbour', kind: '', type: '', page: 1 }

test('filters narrow the results, but not the counts of the kinds', async () => {
  const page = await findPage(engine, { ...request, kind: 'item', type: 'postcard' })
  expect(page).toMatchObject({ total: 46, count: 15 })
  expect(page.kinds).toContainEqual({ value: 'organization', count: 1 })
  expect(page.types).toEqual([
    { value: 'photograph', count: 30 },
    { value: 'postcard', count: 15 },
  ])
  expect(page.found.every((found) => found.type === 'postcard')).toBe(true)
})

test('a page past the end is the last one, and a filter without results can be removed', async () => {
  expect(await findPage(engine, { ...request, page: 99 })).toMatchObject({ request: { page: 3 } })
  const none = await findPage(engine, { ...request, kind: 'subject' })
  expect(none).toMatchObject({ count: 0, pages: 1 })
  expect(none.kinds).toContainEqual({ value: 'subject', count: 0 })
})

test('an index that lists a withdrawn record is reloaded at the next attempt', async () => {
  const old = fakeIndex([...records, { title: 'Harbour withdrawn', kind: 'item' }])
  const { search } = old.pagefind
  old.pagefind.search = async (...asked) => {
    const answer = await search(...asked)
    return {
      ...answer,
      results: answer.results.map((hit) => ({ ...hit, data: () => Promise.reject(new Error('404')) })),
    }
  }
  const fresh = fakeIndex(records)
  let now = old
  const engine = openEngine({ load: async () => now.pagefind, entry: () => now.entry() })
  await expect(findPage(engine, request)).rejects.toThrow('different builds')
  now = fresh
  expect(await findPage(engine, request)).toMatchObject({ total: 46 })
})

test('after a new build the index is reloaded before a search', async () => {
  const [old, next] = [fakeIndex(records, '1'), fakeIndex([...records, { title: 'Harbour new', kind: 'item' }], '2')]
  let now = old
  const load = async () => now.pagefind
  const engine = openEngine({ load, entry: () => now.entry() })
  expect((await engine.search('harbour')).list).toHaveLength(46)
  now = next
  expect((await engine.search('harbour new')).list).toHaveLength(1)
  expect((await engine.search('harbour')).list).toHaveLength(47)
})

test('the newest request wins, and a failure is a state of its own', async () => {
  const states: ResultState[] = []
  const waiting: ((matches: Matches) => void)[] = []
  const slow = { search: () => new Promise<Matches>((resolve) => void waiting.push(resolve)) }
  const results = createResults(slow, (state) => void states.push(state))
  const first = results.show(request)
  const second = results.show({ ...request, words: '' })
  waiting[0]!(NO_MATCHES)
  await Promise.all([first, second])
  expect(states.map((state) => state.phase)).toEqual(['loading', 'empty'])

  const broken = createResults(
    { search: () => Promise.reject(new Error('offline')) },
    (state) => void states.push(state),
  )
  await broken.show(request)
  expect(states.at(-1)).toEqual({ phase: 'failed', request })
})

test('filters, pages and Back show what was found, though another engine would find less by now', async () => {
  let left = records
  const asked: string[] = []
  const changing: Engine = {
    search(words, filters) {
      asked.push([words, filters?.kind].join())
      return openEngine(fakeIndex(left).parts).search(words, filters)
    },
  }
  const states: ResultState[] = []
  const results = createResults(changing, (state) => void states.push(state))
  await results.show(request)
  left = records.slice(40)
  await results.show({ ...request, kind: 'item' })
  await results.show({ ...request, page: 2 })
  await results.show(request)
  expect(states.at(-1)).toMatchObject({ phase: 'ready', page: { total: 46, count: 46 } })
  expect(asked).toEqual(['harbour,', 'harbour,item'])
  // The form sent again, and other words.
  results.forget()
  await results.show(request)
  await results.show({ ...request, words: 'mill' })
  await results.show(request)
  expect(asked.slice(2)).toEqual(['harbour,', 'mill,', 'harbour,'])
})
