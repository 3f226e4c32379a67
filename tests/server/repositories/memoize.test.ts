import { expect, test } from 'vitest'
import { type ArchiveState, memoizeUntilChange } from '#server/repositories/archive-state.ts'

const archive = () => {
  const state = { counter: 1 } as ArchiveState
  return { state, read: async () => ({ ...state }) }
}

test('answers are cached until the archive changes', async () => {
  const { state, read } = archive()
  const kept = memoizeUntilChange<number>({ read }, 10)
  let made = 0
  const ask = () => kept('a', () => ++made)
  expect([await ask(), await ask()]).toEqual([1, 1])
  state.counter = 2
  expect([await ask(), await ask()]).toEqual([2, 2])
})

test('an answer that was made while the archive changed is not cached', async () => {
  const { state, read } = archive()
  const kept = memoizeUntilChange<string>({ read }, 10)
  const late = Promise.withResolvers<string>()
  const first = kept('a', () => late.promise)
  await Promise.resolve()
  state.counter = 2
  expect(await kept('b', () => 'of now')).toBe('of now')
  late.resolve('of before')
  expect(await first).toBe('of before')
  expect(await kept('a', () => 'of now')).toBe('of now')
})

test('evicts by number and by weight', async () => {
  const made: string[] = []
  const answer = (key: string, length: number) => () => {
    made.push(key)
    return 'x'.repeat(length)
  }
  const { read } = archive()
  const kept = memoizeUntilChange<string>({ read }, 10, ({ length }) => length)
  for (const key of ['a', 'b', 'c', 'a', 'c']) await kept(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
  await kept('large', answer('large', 50))
  await kept('large', answer('large', 50))
  expect(made.slice(4)).toEqual(['large', 'large'])

  const two = memoizeUntilChange<string>({ read }, 2)
  made.length = 0
  for (const key of ['a', 'b', 'c', 'b', 'a']) await two(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
