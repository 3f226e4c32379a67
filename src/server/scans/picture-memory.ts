import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { PictureRefused } from './picture-refused.ts'
import { isHeic } from './heic.ts'

/** The header of a picture, known before a pixel is decoded. */
export type PictureHeader = Pick<
  Metadata,
  | 'format'
  | 'compression'
  | 'width'
  | 'height'
  | 'channels'
  | 'depth'
  | 'bitsPerSample'
  | 'isProgressive'
  | 'chromaSubsampling'
>

const DEPTHS: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4, double: 8 }
const MIB = 1024 * 1024
/** HEIC in bytes per pixel: planes and RGBA in WebAssembly, and the decoded pixels (measured: 13.6 to 17.5 at 12 megapixels). */
const HEIC = 18

/**
 * Memory for decoding in bytes per pixel, measured with sharp 0.35 (docs/develop/measured.md). Most formats are read row by
 * row; AVIF, WebP, GIF and everything interlaced is decoded completely first.
 */
function bytesPerPixel(header: PictureHeader) {
  const { format, channels, depth, bitsPerSample, isProgressive, chromaSubsampling } = header
  if (isHeic(header)) return HEIC
  const sample = DEPTHS[depth] ?? 16
  switch (format) {
    case 'heif':
      return (bitsPerSample ?? 8) > 8 || sample > 1 ? 25 : 18.5
    case 'webp':
    case 'gif':
      return 5
    case 'jpeg':
      // Progressive JPEGs are held as two-byte coefficients; at 4:2:0 two of three channels have a quarter of them.
      return isProgressive ? (chromaSubsampling === '4:2:0' ? 3 : 2 * channels) + 0.5 : 1
    case 'png':
      return isProgressive ? channels * sample + 0.7 : 1.5
    default:
      return 1 + sample / 2
  }
}

/** Rows of a TIFF in memory at once: two rows of tiles, or all where channels are separate or the header is unreadable. */
async function rowsInMemory(input: string | Uint8Array, height: number): Promise<number> {
  try {
    const { planar, tileRows } = await readTiffLayout(input)
    if (planar) return 2 * height
    return tileRows === undefined ? 0 : 2 * Math.min(tileRows, height)
  } catch {
    return 2 * height
  }
}

/** Bytes of memory that decoding a picture takes, from its header alone. */
export async function decodingBytes(header: PictureHeader, input: string | Uint8Array): Promise<number> {
  const { format, width, height, channels, depth } = header
  const bytes = bytesPerPixel(header) * width * height
  if (format !== 'tiff') return bytes
  return bytes + width * (await rowsInMemory(input, height)) * channels * (DEPTHS[depth] ?? 16)
}

/** Messages of libvips and its libraries when an allocation fails. */
const NO_MEMORY = /out of memory|insufficient memory|memory allocation|cannot allocate|not enough memory/i

/** A memory budget of `most` bytes for decoding: a picture waits until it fits beside the others; one that never fits is refused at once. */
export function createPictureMemory(most: number = SCAN.maximumMemory) {
  let free = most
  const waiting: { need: number; go: () => void }[] = []
  const admit = () => {
    while (waiting[0] && waiting[0].need <= free) {
      const { need, go } = waiting.shift()!
      free -= need
      go()
    }
  }

  return {
    /** `held`: bytes that the caller holds meanwhile (the file). @throws {PictureRefused} */
    async decode<T>(
      { header, input, held = 0 }: { header: PictureHeader; input: string | Uint8Array; held?: number },
      work: () => Promise<T>,
    ): Promise<T> {
      const bytes = await decodingBytes(header, input)
      if (bytes > most) throw new PictureRefused(PICTURE.memory(bytes, most))
      const need = Math.min(most, bytes + held)
      await new Promise<void>((go) => {
        waiting.push({ need, go })
        admit()
      })
      try {
        return await work()
      } catch (error) {
        if (error instanceof Error && NO_MEMORY.test(error.message)) throw new PictureRefused(PICTURE.outOfMemory)
        throw error
      } finally {
        free += need
        admit()
      }
    },
  }
}
export type PictureMemory = ReturnType<typeof createPictureMemory>

/** Bytes of a process with sharp loaded and warmed up, besides the pictures. */
const PROCESS_BYTES = 300 * MIB

/** Memory limit of a process that decodes pictures: the pictures, two files in memory, and the process itself. */
export const processMemory = (limits: { maximumBytes: number; maximumMemory: number }): number =>
  limits.maximumMemory + 2 * limits.maximumBytes + PROCESS_BYTES

/** Layout of the first picture of a TIFF: rows per tile (undefined for strips), and whether channels are separate planes. */
interface TiffLayout {
  tileRows: number | undefined
  planar: boolean
}

/** TIFF 6.0: TileLength and PlanarConfiguration. */
const TILE_LENGTH = 323
const PLANAR_CONFIGURATION = 284
const MAX_ENTRIES = 4096

type Read = (offset: number, length: number) => Promise<Buffer>

/** Reads only numbers in the directory itself and trusts no count. @throws where the header isn't that of a complete TIFF. */
async function readTiffLayout(input: string | Uint8Array): Promise<TiffLayout> {
  if (typeof input !== 'string') {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
    return await readDirectory((offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)))
  }
  await using handle = await open(input)
  return await readDirectory(async (offset, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  })
}

async function readDirectory(read: Read): Promise<TiffLayout> {
  const head = await read(0, 16)
  const little = head.toString('latin1', 0, 2) === 'II'
  const short = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const huge = (bytes: Buffer, at: number) => Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  // BigTIFF has longer entries, counts and pointers.
  const big = short(head, 2) === 43
  const [entry, start, value] = big ? [20, 8, 12] : [12, 2, 8]
  const offset = big ? huge(head, 8) : long(head, 4)
  const count = await read(offset, start)
  const entries = Math.min(MAX_ENTRIES, big ? huge(count, 0) : short(count, 0))
  const directory = await read(offset + start, entries * entry)
  const layout: TiffLayout = { tileRows: undefined, planar: false }
  for (let at = 0; at + entry <= directory.length; at += entry) {
    const tag = short(directory, at)
    const type = short(directory, at + 2)
    const number = type === 3 ? short(directory, at + value) : long(directory, at + value)
    if (tag === TILE_LENGTH) layout.tileRows = number
    if (tag === PLANAR_CONFIGURATION) layout.planar = number === 2
  }
  return layout
}
