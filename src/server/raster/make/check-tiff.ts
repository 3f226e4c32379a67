import { open, type FileHandle } from 'node:fs/promises'

/** Bytes per value by type: TIFF 6.0 section 2, and 13 and 16 to 18 of its supplements. */
const KIND_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const MAX_DIRECTORIES = 1000

/**
 * Checks that everything a TIFF references is inside the file: the library trusts each count, and would read a damaged file for hours.
 * @throws {Error} with what is wrong, in a few words.
 */
export async function checkTiff(file: string): Promise<void> {
  await using handle = await open(file)
  await checkDirectories(handle, (await handle.stat()).size)
}

async function checkDirectories(handle: FileHandle, size: number): Promise<void> {
  async function read(offset: number, length: number) {
    if (!(offset >= 0 && offset + length <= size)) throw new Error('it ends too early')
    const bytes = Buffer.alloc(length)
    await handle.read(bytes, 0, length, offset)
    return bytes
  }
  const head = await read(0, 8)
  const little = head.toString('latin1', 0, 2) === 'II'
  const short = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const huge = (bytes: Buffer, at: number) => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  const big = short(head, 2) === 43
  const [entry, count, pointer] = big ? [20, 8, huge] : [12, 2, long]
  const word = big ? 8 : 4

  const seen = new Set<number>()
  let offset = big ? huge(await read(8, 8), 0) : long(head, 4)
  if (offset === 0) throw new Error('it has no picture')
  while (offset !== 0) {
    if (seen.has(offset) || seen.size >= MAX_DIRECTORIES) throw new Error('its directories run in a circle')
    seen.add(offset)
    const start = await read(offset, count)
    const entries = big ? huge(start, 0) : short(start, 0)
    if (entries === 0) throw new Error('a directory in it is empty')
    const directory = await read(offset + count, entries * entry + word)
    for (let at = 0; at < entries * entry; at += entry) {
      const bytes = (KIND_BYTES[short(directory, at + 2)] ?? 1) * pointer(directory, at + 4)
      const from = bytes > word ? pointer(directory, at + 4 + word) : 0
      if (from + bytes > size) throw new Error('a value in it is beyond its end')
    }
    offset = pointer(directory, entries * entry)
  }
}
