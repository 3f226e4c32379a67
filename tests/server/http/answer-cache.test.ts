import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/http-cache.ts'

const answer = (bytes: number) => ({ body: Buffer.alloc(bytes), encoding: 'identity' as const })

test('evicts the least recently used', () => {
  // Room for eight, including the overhead per entry.
  const cache = createAnswerCache(8 * 640)
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    cache.get('1', key)
    cache.set('1', key, answer(120))
    cache.get('1', 'a')
  }
  cache.set('1', 'i', answer(120))
  expect(cache.get('1', 'a')).toBeDefined()
  expect(cache.get('1', 'b')).toBeUndefined()
})
test('clears for another edition', () => {
  const cache = createAnswerCache(10_000)
  cache.get('1', 'a')
  cache.set('1', 'a', answer(10))
  expect(cache.size()).toBeGreaterThan(10)
  expect(cache.get('2', 'a')).toBeUndefined()
  expect(cache.size()).toBe(0)
})
test('does not store a response of an older edition', () => {
  const cache = createAnswerCache(10_000)
  cache.get('1', 'a')
  cache.get('2', 'a')
  cache.set('1', 'a', answer(10))
  expect(cache.get('2', 'a')).toBeUndefined()
})
test('never exceeds its capacity', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat(3000))), (given) => {
      const cache = createAnswerCache(10_000)
      for (const [key, bytes] of given) {
        cache.get('1', key)
        cache.set('1', key, answer(bytes))
        expect(cache.size()).toBeLessThanOrEqual(10_000)
      }
    }),
  )
})
test('copies small buffers, so that they do not hold a shared one', () => {
  const cache = createAnswerCache(1_000_000)
  cache.get('1', 'a')
  cache.set('1', 'a', { body: Buffer.from('{"count":0,"results":[]}'), encoding: 'identity' })
  expect(cache.get('1', 'a')!.body.buffer.byteLength).toBeLessThan(100)
  expect(cache.get('1', 'a')!.body.toString()).toBe('{"count":0,"results":[]}')
})
test('does not store a response that would evict most others', () => {
  const cache = createAnswerCache(10_000)
  cache.get('1', 'a')
  cache.set('1', 'a', answer(1200))
  expect(cache.size()).toBe(0)
})
