import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ArchiveInUse } from '#server/database/archive-locks.ts'
import { openDatabase } from '#server/database/open.ts'
import { backUp, bytesOf, inhabited, oldPlace, restoreTo } from './archives.ts'

test('during a restore nobody can open the archive', async () => {
  const place = await oldPlace()
  const { file } = await backUp(await inhabited())
  let opening: Promise<unknown> | undefined
  await restoreTo(place, file, {
    onProgress() {
      opening ??= openDatabase(place.databaseFile).catch((error: unknown) => error)
    },
  })
  expect(await opening).toBeInstanceOf(ArchiveInUse)
})

test('Ctrl+C during verification changes nothing', async () => {
  const place = await oldPlace()
  const before = await bytesOf(place)
  const { file } = await backUp(await inhabited())
  const onProgress = () => {
    throw new Error('Interrupted')
  }
  await expect(restoreTo(place, file, { onProgress })).rejects.toThrow('Interrupted')
  expect(await bytesOf(place)).toEqual(before)
  expect(existsSync(join(dirname(place.databaseFile), 'restore-unfinished'))).toBe(false)
})
