import { expect, test } from 'vitest'
import type { ArchiveState } from '#server/repositories/archive-state.ts'
import { createUntilChanged } from '#server/repositories/kept.ts'

const archive = () => {
  const state = { counter: 1 } as ArchiveState
  return { state, read: () => state }
}

test('an answer is made once, and again when the archive has changed', () => {
  const { state, read } = archive()
  const kept = createUntilChanged<number>({ read }, 10)
  let made = 0
  const ask = () => kept('a', () => ++made)
  expect([ask(), ask()]).toEqual([1, 1])
  state.counter = 2
  expect([ask(), ask()]).toEqual([2, 2])
})

test('the oldest leave when there are too many, or all together are too large', () => {
  const made: string[] = []
  const answer = (key: string, length: number) => () => {
    made.push(key)
    return 'x'.repeat(length)
  }
  const { read } = archive()
  const kept = createUntilChanged<string>({ read }, 10, ({ length }) => length)
  for (const key of ['a', 'b', 'c', 'a', 'c']) kept(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
  kept('large', answer('large', 50))
  kept('large', answer('large', 50))
  expect(made.slice(4)).toEqual(['large', 'large'])

  const two = createUntilChanged<string>({ read }, 2)
  made.length = 0
  for (const key of ['a', 'b', 'c', 'b', 'a']) two(key, answer(key, 4))
  expect(made).toEqual(['a', 'b', 'c', 'a'])
})
