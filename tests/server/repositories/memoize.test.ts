import { expect, test } from 'vitest'
import type { ArchiveState } from '#server/repositories/archive-state.ts'
import { memoizeUntilChange } from '#server/repositories/memoize.ts'

const archive = () => {
  const state = { counter: 1 } as ArchiveState
  return { state, read: () => state }
}

test('answers are cached until the archive changes', () => {
  const { state, read } = archive()
  const kept = memoizeUntilChange<number>({ read }, 10)
  let made = 0
  const ask = () => kept('a', () => ++made)
  expect([ask(), ask()]).toEqual([1, 1])
  state.counter = 2
  expect([ask(), ask()]).toEqual([2, 2])
})

test('evicts by number and by weight', () => {
  const made: string[] = []
  const answer = (key: string, length: number) => () => {
    made.push(key)
    return 'x'.repeat(length)
  }
  const { read } = archive()
  const kept = memoizeUntilChange<string>({ read }, 10, ({ length }) => length)
  for (const key of ['a', 'b', 'c', 'a', 'c']) kept(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
  kept('large', answer('large', 50))
  kept('large', answer('large', 50))
  expect(made.slice(4)).toEqual(['large', 'large'])

  const two = memoizeUntilChange<string>({ read }, 2)
  made.length = 0
  for (const key of ['a', 'b', 'c', 'b', 'a']) two(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
