/** Reads bytes of a file. @throws {Error} beyond its end. */
type ReadBytes = (offset: number, length: number) => Promise<Uint8Array | ArrayBuffer>

/** An entry of a directory: its tag, the kind and number of its values, and where they are if they don't fit into the entry (0 if they do). */
interface TiffEntry {
  tag: number
  kind: number
  count: number
  offset: number
  /** The first value, if it is a SHORT or a LONG. */
  value: number
}

/** Bytes per value by kind: TIFF 6.0 section 2, and 13 and 16 to 18 of its supplements. */
const KIND_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
export const bytesOf = ({ kind, count }: TiffEntry) => (KIND_BYTES[kind] ?? 1) * count
const SHORT = 3
const MAX_DIRECTORIES = 1000

/** The directories of a TIFF or BigTIFF, one for each picture in it. @throws {Error} with what is wrong, in a few words. */
export async function* tiffDirectories(readBytes: ReadBytes): AsyncGenerator<TiffEntry[]> {
  const read = async (at: number, length: number) => new DataView(new Uint8Array(await readBytes(at, length)).buffer)
  const head = await read(0, 8)
  const little = head.getUint8(0) === 0x49
  const big = head.getUint16(2, little) === 43
  const [size, counter, word] = big ? [20, 8, 8] : [12, 2, 4]
  const number = (view: DataView, at: number, bytes = word) =>
    bytes === 2 ? view.getUint16(at, little) : bytes === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little)) // prettier-ignore
  const seen = new Set<number>()
  let offset = big ? number(await read(8, 8), 0) : number(head, 4)
  if (offset === 0) throw new Error('it has no picture')
  while (offset !== 0) {
    if (seen.has(offset) || seen.size >= MAX_DIRECTORIES) throw new Error('its directories run in a circle')
    seen.add(offset)
    const entries = number(await read(offset, counter), 0, counter)
    if (entries === 0) throw new Error('a directory in it is empty')
    const directory = await read(offset + counter, entries * size + word)
    yield Array.from({ length: entries }, (_, index) => {
      const at = index * size
      const [tag, kind] = [number(directory, at, 2), number(directory, at + 2, 2)]
      const entry = {
        tag,
        kind,
        count: number(directory, at + 4),
        offset: 0,
        value: number(directory, at + 4 + word, kind === SHORT ? 2 : 4),
      }
      return bytesOf(entry) > word ? { ...entry, offset: number(directory, at + 4 + word) } : entry
    })
    offset = number(directory, entries * size)
  }
}

const NEW_SUBFILE_TYPE = 254
/** Bits of that tag: a smaller copy of another picture, and a mask (TIFF 6.0 section 8). */
const NO_PAGE = 0b101

/** Which pictures of a TIFF are pages, not smaller copies or masks: their places in the file. What a damaged one has before its damage. */
export async function tiffPages(read: ReadBytes): Promise<number[]> {
  const pages: number[] = []
  let at = 0
  try {
    for await (const entries of tiffDirectories(read)) {
      const kind = entries.find(({ tag }) => tag === NEW_SUBFILE_TYPE)?.value ?? 0
      if ((kind & NO_PAGE) === 0) pages.push(at)
      at += 1
    }
  } catch {
    // What was read counts.
  }
  return pages
}
