import { open } from 'node:fs/promises'
import { bytesOf, tiffDirectories } from '#rules/media/tiff-directories.ts'

/**
 * Checks that everything a TIFF references is inside the file: the library trusts each count, and would read a damaged file for hours.
 * @throws {Error} with what is wrong, in a few words.
 */
export async function checkTiff(file: string): Promise<void> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const directories = tiffDirectories(async (offset, length) => {
    if (!(offset >= 0 && offset + length <= size)) throw new Error('it ends too early')
    return (await handle.read(Buffer.alloc(length), 0, length, offset)).buffer
  })
  for await (const entries of directories)
    if (entries.some((entry) => entry.offset + bytesOf(entry) > size))
      throw new Error('a value in it is beyond its end')
}
