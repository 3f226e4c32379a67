import { afterEach, expect, test, vi } from 'vitest'
import { answersWithIds, images, setUp } from './upload-setup.ts'

afterEach(() => vi.unstubAllGlobals())

test('a line that is cut leaves no speed behind', async () => {
  let time = 0
  const set = setUp(answersWithIds(), { now: () => (time += 3000) })
  const speeds: number[] = []
  set.uploads.$totals.listen(({ bytesPerSecond }) => speeds.push(bytesPerSecond))
  await set.uploads.start(images(7), 12)
  expect(Math.max(...speeds)).toBeGreaterThan(0)
  expect(set.uploads.$totals.get()).toMatchObject({ bytesPerSecond: 0, secondsLeft: null })
})
