import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { API } from '#contract/messages.ts'
import { JsonText } from '#server/json/json.ts'
import { createInlineReads, type ListRequest } from '#server/reads/list-reads.ts'
import { createLimiter } from '#server/limits/concurrency.ts'
import type { Repositories } from '#server/repositories/repositories.ts'
import { PUBLIC } from '#server/repositories/view.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const REQUEST = { name: 'subjects', query: {}, view: PUBLIC } as ListRequest

/** Reads that take so many milliseconds, by one connection. */
function slowReads(milliseconds: number) {
  const query = () => new Promise((resolve) => setTimeout(resolve, milliseconds, new JsonText('[]')))
  const connection = createLimiter(1)
  const list = () => connection(query)
  return createInlineReads({ subjects: { list } } as unknown as Repositories, 1)
}

test('a read that waits for others costs what it takes itself', async () => {
  const reads = slowReads(100)
  const costs: number[] = []
  const answers = Promise.all([1, 2, 3].map(() => reads.read(REQUEST, (cost) => costs.push(cost))))
  await vi.advanceTimersByTimeAsync(300)
  expect((await answers).map(String)).toEqual(['[]', '[]', '[]'])
  expect(costs).toEqual([100, 100, 100])
})

test('one that has waited too long is refused without asking the database, and costs nothing', async () => {
  const reads = slowReads(11_000)
  const costs: number[] = []
  const first = reads.read(REQUEST, (cost) => costs.push(cost))
  const late = expect(reads.read(REQUEST, (cost) => costs.push(cost))).rejects.toThrow(API.manyReads)
  await vi.advanceTimersByTimeAsync(11_000)
  await Promise.all([first, late])
  expect(costs).toEqual([11_000])
})
