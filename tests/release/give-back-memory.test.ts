import { expect, test } from 'vitest'
import { giveBackMemory } from '#release/give-back-memory.ts'

const MEBIBYTE = 2 ** 20
/** Objects, not one buffer: those V8 keeps room for when they are gone. */
const makeRows = () => Array.from({ length: 600_000 }, (_, id) => ({ id, links: [id] }))

test('what is not used any more goes back to the system, and what is used stays', () => {
  const kept = makeRows().slice(0, 1000)
  giveBackMemory()
  const before = process.memoryUsage().heapTotal
  const rows = makeRows()
  const full = process.memoryUsage().heapTotal
  expect(full - before).toBeGreaterThan(30 * MEBIBYTE)
  rows.length = 0
  giveBackMemory()
  expect(process.memoryUsage().heapTotal - before).toBeLessThan((full - before) / 4)
  expect([rows.length, kept.at(-1)]).toEqual([0, { id: 999, links: [999] }])
})
