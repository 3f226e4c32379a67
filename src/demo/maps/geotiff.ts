import { deflateSync } from 'node:zlib'

/** TIFF 6.0 field types and their sizes in bytes. */
const SHORT = 3
const LONG = 4
const DOUBLE = 12
const BYTES: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 }
const ROWS = 64

/**
 * A GeoTIFF in EPSG:3857 of RGB pixels, deflated in strips: `west` and `north` are the outer corner of the first pixel, in metres.
 * The writer of the geotiff package takes ten seconds for such a sheet and cannot compress it.
 */
export function geoTiff(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
  west: number,
  north: number,
  resolution: number,
): Buffer {
  const strips: Buffer[] = []
  for (let row = 0; row < height; row += ROWS)
    strips.push(deflateSync(pixels.subarray(row * width * 3, Math.min(height, row + ROWS) * width * 3), { level: 6 }))
  let end = 8
  const offsets = strips.map((strip) => (end += strip.length) - strip.length)
  const fields: [tag: number, type: number, values: number[]][] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, [8, 8, 8]],
    [259, SHORT, [8]], // deflate
    [262, SHORT, [2]], // RGB
    [273, LONG, offsets],
    [277, SHORT, [3]],
    [278, LONG, [ROWS]],
    [279, LONG, strips.map((strip) => strip.length)],
    [284, SHORT, [1]],
    [33550, DOUBLE, [resolution, resolution, 0]],
    [33922, DOUBLE, [0, 0, 0, west, north, 0]],
    // GeoKeys: a projected model, pixels are areas, EPSG:3857.
    [34735, SHORT, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857]],
  ]
  const directory = Buffer.alloc(2 + fields.length * 12 + 4)
  directory.writeUInt16LE(fields.length, 0)
  end += end % 2
  const start = end
  const beyond: Buffer[] = []
  let at = start + directory.length
  fields.forEach(([tag, type, values], i) => {
    const entry = 2 + i * 12
    const data = Buffer.alloc(values.length * BYTES[type]!)
    values.forEach((value, k) => {
      if (type === SHORT) data.writeUInt16LE(value, k * 2)
      else if (type === LONG) data.writeUInt32LE(value, k * 4)
      else data.writeDoubleLE(value, k * 8)
    })
    directory.writeUInt16LE(tag, entry)
    directory.writeUInt16LE(type, entry + 2)
    directory.writeUInt32LE(values.length, entry + 4)
    if (data.length <= 4) data.copy(directory, entry + 8)
    else {
      directory.writeUInt32LE(at, entry + 8)
      beyond.push(data)
      at += data.length
    }
  })
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  header.writeUInt32LE(start, 4)
  const body = Buffer.concat([header, ...strips])
  return Buffer.concat([body, Buffer.alloc(start - body.length), directory, ...beyond])
}
