import type { HeifImage, LibHeif } from 'libheif-js/libheif-wasm/libheif-bundle.js'
import type { Metadata } from 'sharp'

/** True for HEIC as phones take it (HEVC). The prebuilt libvips reads its header but not its pixels, for patent reasons. */
export const isHeic = ({ format, compression }: Pick<Metadata, 'format' | 'compression'>): boolean =>
  format === 'heif' && compression === 'hevc'

/** One for the process: its memory never shrinks, and picture-process.ts replaces a process that has grown. */
let library: LibHeif | undefined
async function loadLibrary(): Promise<LibHeif> {
  library ??= (await import('libheif-js/libheif-wasm/libheif-bundle.js')).default()
  return library
}

/**
 * Decodes a HEIC picture to an uncompressed TIFF, upright, with its colour profile, for everything else to read.
 * @throws where it is damaged.
 */
export async function decodeHeic(file: Uint8Array, icc: Uint8Array | undefined): Promise<Buffer> {
  const { HeifDecoder } = await loadLibrary()
  let images: HeifImage[] = []
  try {
    images = new HeifDecoder().decode(file)
    const image = images.find((each) => each.is_primary()) ?? images[0]
    if (!image) throw new Error('There is no picture in this file.')
    const size = { width: image.get_width(), height: image.get_height() }
    const { tiff, pixels } = emptyTiff(size, icc)
    const shown = await new Promise((resolve) => image.display({ data: pixels, ...size }, resolve))
    if (shown === null) throw new Error('The picture can’t be decoded.')
    return tiff
  } catch (error) {
    // An aborted library can't be used again.
    if (error instanceof WebAssembly.RuntimeError) library = undefined
    throw error
  } finally {
    if (library) for (const image of images) image.free()
  }
}

/** TIFF 6.0 tags, and the type of a value with its bytes. */
const SHORT = { type: 3, bytes: 2 }
const LONG = { type: 4, bytes: 4 }
const UNDEFINED = { type: 7, bytes: 1 }
const ROWS_PER_STRIP = 64

/** A TIFF (little-endian, RGBA, 8 bits) whose pixels are still to be written: they are the largest part, and needn't be copied. */
function emptyTiff({ width, height }: { width: number; height: number }, icc: Uint8Array = new Uint8Array()) {
  const strips = Math.ceil(height / ROWS_PER_STRIP)
  const stripBytes = width * 4 * ROWS_PER_STRIP
  const tags: [tag: number, kind: typeof SHORT, values: ArrayLike<number>][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8, 8, 8, 8]],
    [259, SHORT, [1]],
    // RGB.
    [262, SHORT, [2]],
    // Offsets of the strips, filled in below.
    [273, LONG, new Uint32Array(strips)],
    [277, SHORT, [4]],
    [278, LONG, [ROWS_PER_STRIP]],
    [
      279,
      LONG,
      Uint32Array.from({ length: strips }, (_, strip) => Math.min(stripBytes, width * 4 * height - strip * stripBytes)),
    ],
    // The fourth channel is unassociated alpha.
    [338, SHORT, [2]],
    ...(icc.length > 0 ? [[34675, UNDEFINED, icc] as (typeof tags)[number]] : []),
  ]
  const directory = 8
  let end = directory + 2 + tags.length * 12 + 4
  const places = tags.map(([, { bytes }, values]) => {
    if (values.length * bytes <= 4) return undefined
    const at = end
    end += values.length * bytes + ((values.length * bytes) % 2)
    return at
  })
  const pixelsAt = end
  tags[5]![2] = Uint32Array.from({ length: strips }, (_, strip) => pixelsAt + strip * stripBytes)

  const tiff = Buffer.alloc(pixelsAt + width * height * 4)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(directory, 4)
  tiff.writeUInt16LE(tags.length, directory)
  tags.forEach(([tag, { type, bytes }, values], index) => {
    const entry = directory + 2 + index * 12
    tiff.writeUInt16LE(tag, entry)
    tiff.writeUInt16LE(type, entry + 2)
    tiff.writeUInt32LE(values.length, entry + 4)
    const place = places[index]
    if (place !== undefined) tiff.writeUInt32LE(place, entry + 8)
    for (let each = 0; each < values.length; each += 1) {
      tiff.writeUIntLE(values[each]!, (place ?? entry + 8) + each * bytes, bytes)
    }
  })
  return { tiff, pixels: new Uint8ClampedArray(tiff.buffer, tiff.byteOffset + pixelsAt, width * height * 4) }
}
