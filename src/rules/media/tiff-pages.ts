/** Reads `length` bytes at `offset`, or fewer at the end of the file. */
type ReadBytes = (offset: number, length: number) => Promise<Uint8Array | ArrayBuffer>

/** Tag of TIFF 6.0 and its bits for a smaller copy of another picture, and for a mask. */
const NEW_SUBFILE_TYPE = 254
const NO_PAGE = 0b101
const MAX_DIRECTORIES = 1000

/** Whether a TIFF has more than one page: pictures that are neither smaller copies nor masks of others. A damaged one is left to its decoder. */
export async function hasMorePages(read: ReadBytes): Promise<boolean> {
  const part = async (offset: number, length: number) => new DataView(new Uint8Array(await read(offset, length)).buffer)
  try {
    const head = await part(0, 16)
    const little = head.getUint8(0) === 0x49
    const big = head.getUint16(2, little) === 43
    const [word, count, entry] = big ? [8, 8, 20] : [4, 2, 12]
    const number = (view: DataView, at: number, size: number) =>
      size === 8
        ? Number(view.getBigUint64(at, little))
        : size === 4
          ? view.getUint32(at, little)
          : view.getUint16(at, little)
    let pages = 0
    let offset = number(head, big ? 8 : 4, word)
    for (let seen = 0; offset > 0 && seen < MAX_DIRECTORIES; seen += 1) {
      const size = number(await part(offset, count), 0, count) * entry
      const directory = await part(offset + count, size + word)
      let kind = 0
      for (let at = 0; at < size; at += entry)
        if (directory.getUint16(at, little) === NEW_SUBFILE_TYPE) kind = directory.getUint32(at + entry - word, little)
      if ((kind & NO_PAGE) === 0 && (pages += 1) > 1) return true
      offset = number(directory, size, word)
    }
  } catch {
    // It ends too early.
  }
  return false
}
