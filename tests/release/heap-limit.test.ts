import { expect, test } from 'vitest'
import { heapLimit } from '#release/memory.ts'

const GIB = 2 ** 30

test.each([
  [1, '--max-old-space-size=768'],
  [4, '--max-old-space-size=3072'],
  [64, '--max-old-space-size=3072'],
])('of %s GiB a process that builds may take so much', (memory, option) => {
  expect(heapLimit(memory * GIB, '')).toEqual([option])
})

test('a limit that somebody has set stays', () => {
  expect(heapLimit(4 * GIB, '--max-old-space-size=6000')).toEqual([])
})
