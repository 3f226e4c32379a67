import { expect, test } from 'vitest'
import { createAnswerCache } from '#server/http/http-cache.ts'

const answer = (bytes: number) => ({ body: Buffer.alloc(bytes), encoding: 'identity' as const })

test('does not store a response of an older edition', () => {
  const cache = createAnswerCache(10_000)
  cache.get('1', 'a')
  cache.get('2', 'a')
  cache.set('1', 'a', answer(10))
  expect(cache.get('2', 'a')).toBeUndefined()
})
test('copies small buffers, so that they do not hold a shared one', () => {
  const cache = createAnswerCache(1_000_000)
  cache.get('1', 'a')
  cache.set('1', 'a', { body: Buffer.from('{"count":0,"results":[]}'), encoding: 'identity' })
  expect(cache.get('1', 'a')!.body.buffer.byteLength).toBeLessThan(100)
  expect(cache.get('1', 'a')!.body.toString()).toBe('{"count":0,"results":[]}')
})
