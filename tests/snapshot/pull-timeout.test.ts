import { expect, onTestFinished, test, vi } from 'vitest'
import { CLIENT_TIMEOUT, PULL_TIMEOUT } from '#contract/limits.ts'
import { createPullClient } from '#snapshot/reader.ts'

test('a build waits longer for a whole list than a visitor for an answer', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  const client = createPullClient({ base: 'http://archive.test', fetch: async () => Response.json([]) })
  await client.read('people')
  expect(timeout.mock.calls).toEqual([[PULL_TIMEOUT]])
  expect(PULL_TIMEOUT).toBeGreaterThan(4 * CLIENT_TIMEOUT)
})
