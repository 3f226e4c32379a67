import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFolderStore } from '#server/storage/folder-store.ts'
import { freshFolder } from '../bundle/fresh-archive.ts'

test('reads a part of a file, fewer bytes at its end', async () => {
  const media = createFolderStore(await freshFolder())
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => at % 251))
  await media.put('derivatives/ab/x', bytes)
  await fc.assert(
    fc.asyncProperty(fc.nat(4000), fc.nat(4000), async (offset, length) => {
      expect(await media.readPart('derivatives/ab/x', offset, length)).toEqual(bytes.subarray(offset, offset + length))
    }),
  )
})

test('reads no part of a missing file, nor of one outside the folder', async () => {
  const media = createFolderStore(await freshFolder())
  expect(await media.readPart('derivatives/ab/none', 0, 10)).toBeUndefined()
  await expect(media.readPart('../secret', 0, 10)).rejects.toThrow('leaves the media folder')
})
