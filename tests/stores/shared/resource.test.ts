import { expect, test, vi } from 'vitest'
import { apiOrBuilt } from '#stores/shared/api-or-built.ts'
import { action, resource } from '#stores/shared/resource.ts'

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

test('a load that fails keeps the last value', async () => {
  const problem = new TypeError('fetch failed')
  const read = vi.fn(() => Promise.resolve('first'))
  const { $resource, load } = resource(read)
  await load()
  read.mockRejectedValueOnce(problem)
  expect([await load(), $resource.get()]).toEqual([true, { state: 'failed', value: 'first', problem }])
})

test('of two loads the newest counts, and none after a clear', async () => {
  const answers = [1, 2, 3].map(() => Promise.withResolvers<string>())
  const { $resource, load, clear } = resource((_, at: number) => answers[at]!.promise)
  const first = load(0)
  const second = load(1)
  answers[1]!.resolve('second')
  answers[0]!.resolve('first')
  expect([await first, await second, $resource.get()]).toEqual([false, true, { state: 'ready', value: 'second' }])
  const third = load(2)
  clear()
  answers[2]!.resolve('third')
  expect([await third, $resource.get()]).toEqual([false, { state: 'loading' }])
})

test('an action tells why it was refused, until the next one begins', async () => {
  const { $refusal, $isRunning, run } = action((problem) => (problem as Error).message)
  expect(await run(() => Promise.reject(new Error('No.')))).toBe(false)
  expect([$refusal.get(), $isRunning.get()]).toEqual(['No.', false])
  const next = run(() => Promise.resolve())
  expect([$refusal.get(), $isRunning.get()]).toEqual([null, true])
  expect([await next, $isRunning.get()]).toEqual([true, false])
})

test('of two actions the newest is told, and none after a clear', async () => {
  const { $refusal, $isRunning, run, clear } = action((problem) => (problem as Error).message)
  const answers = [1, 2].map(() => Promise.withResolvers<void>())
  const [first, second] = answers.map(({ promise }) => run(() => promise))
  answers[0]!.reject(new Error('First.'))
  expect(await first).toBe(false)
  expect([$refusal.get(), $isRunning.get()]).toEqual([null, true])
  clear()
  expect($isRunning.get()).toBe(false)
  answers[1]!.reject(new Error('Second.'))
  expect([await second, $refusal.get()]).toEqual([false, null])
})
