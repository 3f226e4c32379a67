import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Matches, NO_MATCHES, openEngine } from '#islands/search/engine.ts'
import { type Suggestions, announce, createSuggestions, suggest } from '#islands/search/suggestions.ts'
import { readRecord } from '#islands/search/found.ts'
import { SEARCH_KINDS } from '#rules/search/search-kinds.ts'
import { fakeIndex, type FakeRecord } from './fake-index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const items = Array.from({ length: 30 }, (_, at): FakeRecord => ({
  title: `The mill ${at}`,
  kind: 'item',
  score: 30 - at,
}))

test('suggestions are grouped by kind, the kind with the best match first', async () => {
  const { parts } = fakeIndex([
    ...items,
    { title: 'Mill, Harriet', kind: 'person', score: 99 },
    { title: 'Mill Road', kind: 'place', score: 2 },
  ])
  const { total, groups } = await suggest(openEngine(parts), 'mill')
  expect(total).toBe(32)
  expect(groups.map(({ kind, total, found }) => [kind, total, found.length])).toEqual([
    ['person', 1, 1],
    ['item', 30, 4],
    ['place', 1, 1],
  ])
})

test('at most ten suggestions are shown, however many kinds match', async () => {
  const { parts } = fakeIndex(
    SEARCH_KINDS.flatMap((kind) => Array.from({ length: 9 }, () => ({ title: 'mill', kind }))),
  )
  const { groups } = await suggest(openEngine(parts), 'mill')
  expect(groups).toHaveLength(SEARCH_KINDS.length)
  expect(groups.flatMap((group) => group.found)).toHaveLength(10)
})

test('typing is debounced: only the last text is searched', async () => {
  const { parts, calls } = fakeIndex(items)
  const states: Suggestions[] = []
  const box = createSuggestions({
    engine: openEngine(parts),
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

test('a short last word waits longer for its next letter, but is searched too', async () => {
  const { parts, calls } = fakeIndex(items)
  const box = createSuggestions({ engine: openEngine(parts), onChange: () => undefined })
  box.type('mill 1')
  await vi.advanceTimersByTimeAsync(250)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(250)
  expect(calls).toContain('mill 1')
  box.type('mill 12 ')
  await vi.advanceTimersByTimeAsync(150)
  expect(box.state).toMatchObject({ phase: 'found', words: 'mill 12' })
})

test('a late answer never replaces a newer one', async () => {
  const answers = new Map<string, (matches: Matches) => void>()
  const engine = { search: (words: string) => new Promise<Matches>((resolve) => void answers.set(words, resolve)) }
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('first')
  await vi.advanceTimersByTimeAsync(500)
  box.type('second')
  await vi.advanceTimersByTimeAsync(500)
  answers.get('second')!(NO_MATCHES)
  await vi.advanceTimersByTimeAsync(0)
  answers.get('first')!({
    ...NO_MATCHES,
    list: [{ kind: 'item', score: 1, read: () => Promise.reject(new Error('must not be read')) }],
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(box.state).toMatchObject({ phase: 'found', words: 'second', total: 0 })
  expect(announce(box.state)).toBe('Nothing in the archive has all of “second”.')
})

test('a late answer does not fill a cleared box', async () => {
  let answer: (matches: Matches) => void = () => undefined
  const engine = { search: () => new Promise<Matches>((resolve) => void (answer = resolve)) }
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('mill')
  await vi.advanceTimersByTimeAsync(500)
  box.type('')
  answer(NO_MATCHES)
  await vi.advanceTimersByTimeAsync(0)
  expect(box.state).toEqual({ phase: 'idle' })
})

test('an index that cannot be loaded is reported, and retried with the next text', async () => {
  const { pagefind, entry } = fakeIndex(items)
  const attempts: number[] = []
  const load = async (attempt: number) => {
    attempts.push(attempt)
    if (attempt === 0) throw new TypeError('Failed to fetch')
    return pagefind
  }
  const engine = openEngine({ load, entry })
  const box = createSuggestions({ engine, onChange: () => undefined })
  box.type('mill')
  await vi.advanceTimersByTimeAsync(500)
  expect(box.state).toEqual({ phase: 'failed', words: 'mill' })
  expect(announce(box.state)).toMatch(/can’t be reached/)
  box.type('mill 1')
  await vi.advanceTimersByTimeAsync(500)
  expect(box.state).toMatchObject({ phase: 'found', words: 'mill 1' })
  expect(attempts).toEqual([0, 1])
})

const RECORD = {
  url: 'javascript:alert(1)',
  content: 'Text',
  excerpt: 'Text',
  meta: { title: '<b>' },
  filters: { picture: ['data:text/html,x'] },
}
test('unsafe addresses are dropped', () => {
  expect(readRecord(RECORD, 'item')).toMatchObject({ url: '', image: '', title: '<b>' })
})

test('a word that no record has finds nothing, whatever Pagefind takes instead of it', async () => {
  const { parts } = fakeIndex(items)
  const box = createSuggestions({ engine: openEngine(parts), onChange: () => undefined })
  for (const text of ['milligram', 'the millwright', 'mill 77']) {
    box.type(text)
    await vi.advanceTimersByTimeAsync(500)
    expect(box.state).toMatchObject({ phase: 'found', total: 0 })
    expect(announce(box.state)).toBe(`Nothing in the archive has all of “${text}”.`)
  }
})

test('a record that was just withdrawn is left out', async () => {
  const there = readRecord(RECORD, 'item')
  const list: Matches['list'] = [
    { kind: 'item', score: 2, read: () => Promise.reject(new Error('410')) },
    { kind: 'item', score: 1, read: () => Promise.resolve(there) },
  ]
  const { groups } = await suggest({ search: async () => ({ ...NO_MATCHES, list }) }, 'mill')
  expect(groups[0]!.found).toEqual([there])
})
