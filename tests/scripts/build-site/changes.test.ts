import { expect, test } from 'vitest'
import { MOST_URLS, purgeBody } from '#server/hooks/queue-hook.ts'
import { addressesToTell } from '../../../scripts/build-site/changes.ts'

test('a server hears of no more addresses than caches are told, and of enough to know that there are more', () => {
  const addresses = Array.from({ length: 3 * MOST_URLS }, (_, at) => `/itemview/${at}/`)
  const told = addressesToTell(addresses)
  expect(told).toHaveLength(MOST_URLS + 1)
  expect(purgeBody('https://x.example', told)).toEqual(purgeBody('https://x.example', addresses))
  const few = addresses.slice(0, MOST_URLS)
  expect(purgeBody('https://x.example', addressesToTell(few)).urls).toHaveLength(MOST_URLS)
})
