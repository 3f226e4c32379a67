import { open } from 'node:fs/promises'
import type { Metadata } from 'sharp'
import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { tiffDirectories } from '#rules/media/tiff-directories.ts'
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

/** TIFF 6.0: TileLength and PlanarConfiguration. */
const TILE_LENGTH = 323
const PLANAR_CONFIGURATION = 284

/** Layout of the first picture of a TIFF: rows per tile (undefined for strips), and whether channels are separate planes. @throws where it is damaged. */
async function readTiffLayout(input: string | Uint8Array) {
  const part = async (offset: number, length: number) =>
    typeof input === 'string' ? await readPart(input, offset, length) : input.slice(offset, offset + length)
  const first = await tiffDirectories(part).next()
  const valueOf = (tag: number) => (first.done ? undefined : first.value.find((entry) => entry.tag === tag)?.value)
  return { tileRows: valueOf(TILE_LENGTH), planar: valueOf(PLANAR_CONFIGURATION) === 2 }
}

/** Bytes of a directory of a TIFF at most, whatever a damaged one says. */
const MAX_PART = 2 ** 20
/** Bytes of a file; fewer at its end. */
export async function readPart(path: string, offset: number, length: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, MAX_PART)), 0, null, offset)
  return buffer.subarray(0, bytesRead)
}
