/** Bytes that visitors get instead of those at an offset. Without `bytes`, zeros. */
export interface Patch {
  offset: number
  length: number
  bytes?: Buffer
}
export type ReadPart = (offset: number, length: number) => Promise<Buffer>

/** Bytes at the beginning of a recording that may be comments. */
const MOST = 2 ** 25

/** In Ogg every page has a checksum: the pages with the comments are written again, with blanks and no comments. Opus and Vorbis. */
export async function oggTags(read: ReadPart): Promise<Patch[]> {
  const pages: { offset: number; head: Buffer; body: Buffer }[] = []
  let at = 0
  let ended = false
  for (; !ended && at < MOST; at += pages.at(-1)!.head.length + pages.at(-1)!.body.length) {
    const fixed = await read(at, 27)
    if (fixed.length < 27 || fixed.toString('latin1', 0, 4) !== 'OggS') break
    const head = Buffer.concat([fixed, await read(at + 27, fixed[26]!)])
    const lacing = [...head.subarray(27)]
    const body = await read(
      at + head.length,
      lacing.reduce((sum, size) => sum + size, 0),
    )
    pages.push({ offset: at, head, body })
    // The first page has the first packet alone; the comments are the second one.
    ended = pages.length > 1 && lacing.some((size) => size < 255)
  }
  const later = pages.slice(1)
  if (!ended) return []
  const whole = Buffer.concat(later.map(({ body }) => body))
  const lacing = later.flatMap(({ head }) => [...head.subarray(27)])
  const last = lacing.findIndex((size) => size < 255)
  const length = lacing.slice(0, last + 1).reduce((sum, size) => sum + size, 0)
  blank(whole.subarray(0, length))
  let from = 0
  return later.map(({ offset, head, body }) => {
    const bytes = Buffer.concat([head, whole.subarray(from, (from += body.length))])
    bytes.writeUInt32LE(0, 22)
    bytes.writeUInt32LE(checksum(bytes), 22)
    return { offset, length: bytes.length, bytes }
  })
}

/** A packet of comments of the same length: the program that wrote it is blanks, and there are none. */
function blank(packet: Buffer): void {
  const magic = packet.toString('latin1', 0, 8)
  const isVorbis = magic.startsWith('\x03vorbis')
  if (!isVorbis && magic !== 'OpusTags') return
  const start = isVorbis ? 7 : 8
  const end = packet.length - (isVorbis ? 1 : 0)
  if (end - start < 8) return
  packet.writeUInt32LE(end - start - 8, start)
  packet.fill(' ', start + 4, end - 4).writeUInt32LE(0, end - 4)
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})
/** CRC-32 as Ogg has it (RFC 3533): not reflected, from 0. */
export const checksum = (bytes: Uint8Array): number =>
  bytes.reduce((sum, byte) => (sum << 8) ^ TABLE[(sum >>> 24) ^ byte]!, 0) >>> 0
