import { expect, test, vi } from 'vitest'
import { apiOrBuilt } from '#stores/shared/api-or-built.ts'
import { resource } from '#stores/shared/resource.ts'

test('what is set while something loads stays: the answer on its way is older', async () => {
  const answer = Promise.withResolvers<string>()
  const { $resource, load, set } = resource(() => answer.promise)
  const loading = load()
  set('newer')
  answer.resolve('older')
  expect([await loading, $resource.get()]).toEqual([false, { state: 'ready', value: 'newer' }])
})

test('a request that is not wanted any more does not read the last build', async () => {
  const requests = apiOrBuilt(() => () => {}, () => false) // prettier-ignore
  const [built, show] = [vi.fn(async () => 'built'), vi.fn()]
  const waitForEnd = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  const first = requests.load(waitForEnd, built, show)
  await requests.load(async () => 'api', built, show)
  await first
  expect(built).not.toHaveBeenCalled()
  expect(show.mock.calls).toEqual([['api', 'api']])
})
