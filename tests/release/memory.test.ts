import { expect, test } from 'vitest'
import { heapLimit, releaseMemory } from '#release/memory.ts'

const MEBIBYTE = 2 ** 20
/** Objects, not one buffer: those V8 keeps room for when they are gone. */
const makeRows = () => Array.from({ length: 600_000 }, (_, id) => ({ id, links: [id] }))

test('unused memory is returned to the system, used memory stays', () => {
  const kept = makeRows().slice(0, 1000)
  releaseMemory()
  const before = process.memoryUsage().heapTotal
  const rows = makeRows()
  const full = process.memoryUsage().heapTotal
  expect(full - before).toBeGreaterThan(30 * MEBIBYTE)
  rows.length = 0
  releaseMemory()
  expect(process.memoryUsage().heapTotal - before).toBeLessThan((full - before) / 4)
  expect([rows.length, kept.at(-1)]).toEqual([0, { id: 999, links: [999] }])
})

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
