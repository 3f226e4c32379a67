import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Matches, openEngine } from '#islands/search/engine.ts'
import { type Suggestions, announce, createSuggestions, suggest } from '#islands/search/suggestions.ts'
import { fakeIndex } from './fake-index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const items = Array.from({ length: 30 }, (_, at) => ({ title: `The mill ${at}`, kind: 'item', score: 30 - at }))

test('the best of each kind are shown, the kind with the best match first', async () => {
  const { pagefind } = fakeIndex([
    ...items,
    { title: 'Mill, Harriet', kind: 'person', score: 99 },
    { title: 'Mill Road', kind: 'place', score: 2 },
  ])
  const { total, groups } = await suggest(
    openEngine(async () => pagefind),
    'mill',
  )
  expect(total).toBe(32)
  expect(groups.map(({ kind, total, found }) => [kind, total, found.length])).toEqual([
    ['person', 1, 1],
    ['item', 30, 4],
    ['place', 1, 1],
  ])
})

test('however many kinds match, at most ten are shown', async () => {
  const kinds = ['item', 'person', 'organization', 'place', 'subject', 'collection']
  const { pagefind } = fakeIndex(kinds.flatMap((kind) => Array.from({ length: 9 }, () => ({ title: 'mill', kind }))))
  const { groups } = await suggest(
    openEngine(async () => pagefind),
    'mill',
  )
  expect(groups).toHaveLength(6)
  expect(groups.flatMap((group) => group.found)).toHaveLength(10)
})

test('a search starts after a pause, once for the last text', async () => {
  const { pagefind, calls } = fakeIndex(items)
  const states: Suggestions[] = []
  const box = createSuggestions({
    engine: openEngine(async () => pagefind),
    onChange: (state) => void states.push(state),
  })
  for (const text of ['m', 'mi', 'mil', ' mill ']) box.type(text)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(500)
  expect(new Set(calls)).toEqual(new Set(['mill']))
  expect(box.state).toMatchObject({ phase: 'found', words: 'mill', total: 30 })
  box.type('')
  expect(box.state).toEqual({ phase: 'idle' })
  expect(states.map((state) => state.phase)).toContain('waiting')
})

test('a late answer never replaces a newer one', async () => {
  const answers = new Map<string, (matches: Matches) => void>()
  const engine = { search: (words: string) => new Promise<Matches>((resolve) => void answers.set(words, resolve)) }
  const none: Matches = { list: [], kinds: {}, types: {} }
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('first')
  await vi.advanceTimersByTimeAsync(500)
  box.type('second')
  await vi.advanceTimersByTimeAsync(500)
  answers.get('second')!(none)
  await vi.advanceTimersByTimeAsync(0)
  answers.get('first')!({
    ...none,
    list: [{ id: 1, kind: 'item', type: 'video', score: 1, read: () => Promise.reject(new Error('must not be read')) }],
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(box.state).toMatchObject({ phase: 'found', words: 'second', total: 0 })
  expect(announce(box.state)).toBe('No results')
})

test('an emptied box stays empty when an answer comes late', async () => {
  let answer: (matches: Matches) => void = () => undefined
  const engine = { search: () => new Promise<Matches>((resolve) => void (answer = resolve)) }
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('mill')
  await vi.advanceTimersByTimeAsync(500)
  box.type('')
  answer({ list: [], kinds: {}, types: {} })
  await vi.advanceTimersByTimeAsync(0)
  expect(box.state).toEqual({ phase: 'idle' })
})

test('an index that cannot be reached is said, and asked again at the next text', async () => {
  const { pagefind } = fakeIndex(items)
  const attempts: number[] = []
  const engine = openEngine(async (attempt) => {
    attempts.push(attempt)
    if (attempt === 0) throw new TypeError('Failed to fetch')
    return pagefind
  })
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('mill')
  await vi.advanceTimersByTimeAsync(500)
  expect(box.state).toEqual({ phase: 'failed', words: 'mill' })
  expect(announce(box.state)).toMatch(/cannot be reached/)
  box.type('mill 1')
  await vi.advanceTimersByTimeAsync(500)
  expect(box.state).toMatchObject({ phase: 'found', words: 'mill 1' })
  expect(attempts).toEqual([0, 1])
})

test('addresses that are no addresses are dropped', async () => {
  const { pagefind } = fakeIndex([])
  const data = async () => ({
    url: 'javascript:alert(1)',
    excerpt: '',
    meta: { title: '<b>', image: 'data:text/html,x' },
  })
  pagefind.search = async () => ({ results: [{ id: '1a', score: 1, data }] })
  const { list } = await openEngine(async () => pagefind).search('x')
  expect(await list[0]!.read()).toMatchObject({ url: '', image: '', title: '<b>' })
})
