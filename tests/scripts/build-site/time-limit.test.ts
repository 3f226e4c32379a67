import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endInTime } from '../../../scripts/build-site/builder-process.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a build may take as long as its archive needs, but not stop halfway', () => {
  const end = vi.fn<() => void>()
  const ending = endInTime({ end }, new AbortController().signal, 60_000)
  for (let minute = 0; minute < 90; minute++) {
    vi.advanceTimersByTime(59_000)
    ending.progressed()
  }
  expect([end.mock.calls.length, ending.late()]).toEqual([0, undefined])
  vi.advanceTimersByTime(60_000)
  expect(end).toHaveBeenCalledOnce()
  expect(ending.late()).toBe('The build took longer than 1 minutes without any progress and was stopped.')
})
