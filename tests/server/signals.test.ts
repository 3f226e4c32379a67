import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeOnSignal } from '#server/main.ts'

const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
/** Those of the server only: the tests of a process share it. */
const own = (name: keyof typeof before) => process.listeners(name).filter((each) => !before[name].includes(each))
const signal = (name: keyof typeof before) => own(name).forEach((listener) => listener(name))
let steps: string[]
let drained: PromiseWithResolvers<void>
beforeEach(() => {
  steps = []
  drained = Promise.withResolvers()
  vi.spyOn(process, 'exit').mockImplementation((code) => void steps.push(`exit ${code}`) as never)
  const app = {
    drain: () => (steps.push('drain'), drained.promise),
    close: async () => void steps.push('close'),
  }
  closeOnSignal(app as unknown as FastifyInstance)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const name of ['SIGINT', 'SIGTERM'] as const) for (const listener of own(name)) process.off(name, listener)
})

test('a signal that comes twice, from systemd or the terminal and by way of npm, is one: the server drains, closes and ends well', async () => {
  signal('SIGTERM')
  signal('SIGTERM')
  expect(steps).toEqual(['drain'])
  drained.resolve()
  await expect.poll(() => steps).toEqual(['drain', 'close', 'exit 0'])
})

test('a later signal ends it at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1000)
  signal('SIGINT')
  vi.advanceTimersByTime(5000)
  expect(steps).toEqual(['drain'])
  signal('SIGINT')
  expect(steps).toEqual(['drain', 'exit 1'])
})
