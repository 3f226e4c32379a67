import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serve } from '#server/main.ts'
import { unmarkedArchive, wholeArchive } from './whole-archive.ts'

test.each([
  ['from before identities', unmarkedArchive],
  ['of today', wholeArchive],
])('a server that finds no database beside full media removes nothing, in an archive %s', async (_, make) => {
  const { config, originals } = await make()
  const before = originals()
  expect(Object.keys(before)).toHaveLength(3)
  rmSync(config.databaseFile)
  const started = await serve(config).catch((error: unknown) => error as Error)
  // Long enough for a sweep.
  await pause(1000)
  if (!(started instanceof Error)) await started.close()
  expect(originals()).toEqual(before)
  expect(started).toMatchObject({ message: expect.stringContaining('There is no database at') })
})
