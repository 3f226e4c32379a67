import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PMTiles } from 'pmtiles'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { HALF_WORLD, metresPerPixel, toDegrees } from '../../../../src/server/raster/make/mercator.ts'
import type { Point } from '../../../../src/server/raster/make/mercator.ts'

/** A folder that is gone when the test is over. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotline-overlay-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** The middle of the demo town in metres of EPSG:3857. */
export const TOWN: Point = [-9_094_456, 5_397_978]

export interface Mark {
  at: Point
  colour?: [number, number, number]
}
/** Half the side of a mark's square, in pixels; a mark at 20.5 covers whole pixels. */
const MARK = 3.5

/** A sheet of paper, red, green and blue, with square black marks. */
export function drawSheet(width: number, height: number, marks: readonly Mark[], paper = [230, 220, 200]): Buffer {
  const bytes = Buffer.alloc(width * height * 3)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const inMark = marks.find(
        ({ at: [x, y] }) => Math.abs(column + 0.5 - x) <= MARK && Math.abs(row + 0.5 - y) <= MARK,
      )
      bytes.set(inMark ? (inMark.colour ?? [0, 0, 0]) : paper, (row * width + column) * 3)
    }
  return bytes
}

export const asPicture = (bytes: Buffer, width: number, height: number, channels: 1 | 3 | 4 = 3) =>
  sharp(bytes, { raw: { width, height, channels } })

/** Tags of a GeoTIFF: number, kind (2 text, 3 short, 12 double) and values. */
type Tag = [number: number, kind: 2 | 3 | 12, values: readonly number[] | string]

export const geoKeys = (keys: Record<number, number>): Tag => {
  const entries = Object.entries(keys).map(([key, value]) => [Number(key), 0, 1, value])
  return [34_735, 3, [1, 1, 0, entries.length, ...entries.flat()]]
}
export const MERCATOR_KEYS = geoKeys({ 1024: 1, 1025: 1, 3072: 3857 })
export const DEGREES_KEYS = geoKeys({ 1024: 2, 1025: 1, 2048: 4326 })
export const corner = (west: number, north: number, size: number, tall = size): Tag[] => [
  [33_550, 12, [size, tall, 0]],
  [33_922, 12, [0, 0, 0, west, north, 0]],
]
export const transformation = ([a, b, c, d, e, f]: number[]): Tag => [
  34_264,
  12,
  [a!, b!, 0, c!, d!, e!, 0, f!, 0, 0, 0, 0, 0, 0, 0, 1],
]
export const noData = (value: number): Tag => [42_113, 2, `${value}\0`]

/** Adds tags to a TIFF as another program wrote it (little endian), by a new directory at its end. */
export function withTags(tiff: Buffer, tags: readonly Tag[]): Buffer {
  const from = tiff.readUInt32LE(4)
  const count = tiff.readUInt16LE(from)
  const old = Array.from({ length: count }, (_, at) => tiff.subarray(from + 2 + at * 12, from + 14 + at * 12))
  const start = tiff.length + (tiff.length % 2)
  let free = start + 2 + (count + tags.length) * 12 + 4
  const values: Buffer[] = []
  const added = tags.map(([number, kind, given]) => {
    const bytes = encode(kind, given)
    const entry = Buffer.alloc(12)
    entry.writeUInt16LE(number, 0)
    entry.writeUInt16LE(kind, 2)
    entry.writeUInt32LE(given.length, 4)
    if (bytes.length <= 4) bytes.copy(entry, 8)
    else {
      entry.writeUInt32LE(free, 8)
      values.push(bytes)
      free += bytes.length
    }
    return entry
  })
  const entries = [...old.filter((one) => !tags.some(([number]) => number === one.readUInt16LE(0))), ...added]
  entries.sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0))
  const directory = Buffer.alloc(2 + (count + tags.length) * 12 + 4)
  directory.writeUInt16LE(entries.length)
  entries.forEach((entry, at) => entry.copy(directory, 2 + at * 12))
  const whole = Buffer.concat([tiff, Buffer.alloc(start - tiff.length), directory, ...values])
  whole.writeUInt32LE(start, 4)
  return whole
}

function encode(kind: 2 | 3 | 12, values: readonly number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(values, 'latin1')
  const bytes = Buffer.alloc(values.length * (kind === 3 ? 2 : 8))
  values.forEach((value, at) => (kind === 3 ? bytes.writeUInt16LE(value, at * 2) : bytes.writeDoubleLE(value, at * 8)))
  return bytes
}

/** A pair of pixel and ground in metres. */
export type Pair = [pixel: Point, metres: Point]

/** Control points as QGIS writes them. */
export const pointsFile = (pairs: readonly Pair[]): string =>
  [
    '#CRS: PROJCRS["WGS 84 / Pseudo-Mercator",BASEGEOGCRS["WGS 84",ID["EPSG",4326]],ID["EPSG",3857]]',
    'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual',
    ...pairs.map(([[x, y], [mapX, mapY]]) => `${mapX},${mapY},${x},${-y},1,0,0,0`),
  ].join('\n')

/** Control points as a Georeference Annotation. */
export function annotation(
  pairs: readonly Pair[],
  { width, height, mask, transformation }: { width: number; height: number; mask?: Point[]; transformation?: object },
) {
  const polygon: Point[] = mask ?? [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return {
    type: 'Annotation',
    motivation: 'georeferencing',
    target: {
      type: 'SpecificResource',
      source: { id: 'https://images.example.org/plan', type: 'ImageService3', width, height },
      selector: {
        type: 'SvgSelector',
        value: `<svg width="${width}" height="${height}"><polygon points="${polygon.map((at) => at.join(',')).join(' ')}" /></svg>`,
      },
    },
    body: {
      type: 'FeatureCollection',
      transformation,
      features: pairs.map(([pixel, metres]) => ({
        type: 'Feature',
        properties: { resourceCoords: pixel },
        geometry: { type: 'Point', coordinates: toDegrees(metres) },
      })),
    },
  }
}

export function writeFiles(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** What was made, read back by the library that knows the format. */
export function openTiles(path: string) {
  const file = openSync(path, 'r')
  onTestFinished(() => closeSync(file))
  const archive = new PMTiles({
    getKey: () => path,
    getBytes: (offset, length) => {
      const bytes = new Uint8Array(length)
      const read = readSync(file, bytes, 0, length, offset)
      return Promise.resolve({ data: bytes.buffer.slice(0, read) })
    },
  })
  /** Red, green, blue and opacity of a square of pixels of a level, its upper left corner given in pixels of the whole world. */
  async function square(zoom: number, left: number, top: number, size: number): Promise<Uint8Array> {
    const out = new Uint8Array(size * size * 4)
    for (let y = Math.floor(top / 256); y * 256 < top + size; y++)
      for (let x = Math.floor(left / 256); x * 256 < left + size; x++) {
        const tile = await archive.getZxy(zoom, x, y)
        if (!tile) continue
        const raw = await sharp(Buffer.from(tile.data)).ensureAlpha().raw().toBuffer()
        for (let row = 0; row < 256; row++)
          for (let column = 0; column < 256; column++) {
            const [toX, toY] = [x * 256 + column - left, y * 256 + row - top]
            if (toX < 0 || toY < 0 || toX >= size || toY >= size) continue
            out.set(raw.subarray((row * 256 + column) * 4, (row * 256 + column) * 4 + 4), (toY * size + toX) * 4)
          }
      }
    return out
  }
  const pixelOf = ([x, y]: Point, zoom: number): Point => [
    (x + HALF_WORLD) / metresPerPixel(zoom),
    (HALF_WORLD - y) / metresPerPixel(zoom),
  ]
  return {
    archive,
    /** Colour and opacity at a place. */
    async at(metres: Point, zoom: number): Promise<number[]> {
      const [x, y] = pixelOf(metres, zoom)
      return [...(await square(zoom, Math.floor(x), Math.floor(y), 1))]
    },
    /** How many pixels of a level the middle of the dark mark lies from where it should be. */
    async missOf(metres: Point, zoom: number): Promise<number> {
      const [x, y] = pixelOf(metres, zoom)
      const reach = 24
      const [left, top] = [Math.floor(x) - reach, Math.floor(y) - reach]
      const bytes = await square(zoom, left, top, 2 * reach)
      let [sum, sumX, sumY] = [0, 0, 0]
      for (let at = 0; at < bytes.length; at += 4) {
        const dark = Math.max(0, 120 - bytes[at]!) * (bytes[at + 3]! / 255)
        const pixel = at / 4
        sum += dark
        sumX += dark * (left + (pixel % (2 * reach)) + 0.5)
        sumY += dark * (top + Math.floor(pixel / (2 * reach)) + 0.5)
      }
      return Math.hypot(sumX / sum - x, sumY / sum - y)
    },
  }
}
