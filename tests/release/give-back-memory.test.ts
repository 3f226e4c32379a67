import { expect, test } from 'vitest'
import { releaseMemory } from '#release/memory.ts'

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
