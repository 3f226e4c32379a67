import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ArchiveInUse } from '#server/database/archive-locks.ts'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'
import { backUp, bytesOf, inhabited, oldPlace, placeIn, restoreTo } from './archives.ts'

test('while a server has the archive open nothing is restored', async () => {
  const place = placeIn(await freshFolder())
  const server = await openDatabase(place.databaseFile, { server: true })
  const { file } = await backUp(await inhabited())
  const restoring = restoreTo(place, file)
  await expect(restoring).rejects.toThrow('Stop the server, wait for imports to finish')
  await expect(restoring).rejects.toBeInstanceOf(ArchiveInUse)
  await server.destroy()
  await restoreTo(place, file)
})

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
