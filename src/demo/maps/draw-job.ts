import sharp from 'sharp'
import type { BrannockBay } from '../town.ts'
import { asJpeg, photographs } from './aerial/aerial.ts'
import { FLIGHTS } from './aerial/develop.ts'
import type { Frame } from './aerial/film.ts'
import { type AerialJob, type Job, type PlateJob, mapsOf } from './catalogue.ts'
import { type ControlPoint, annotation, controlPoints, qgisPoints } from './georeference.ts'
import { geoTiff } from './geotiff.ts'
import { neatLine } from './ornament.ts'
import { age } from './paper.ts'
import type { Plate } from './plates/plate.ts'
import { toMercator } from './sheet.ts'

/** Files of one map. The picture is last, so that an existing picture always has its control points. */
export type Store = (files: readonly (readonly [name: string, bytes: string | Uint8Array])[]) => Promise<void>

/** A plate's RGB pixels, drawn and aged. */
async function printPlate(plate: Plate, town: BrannockBay): Promise<Uint8Array> {
  const { width, height } = plate.sheet
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${plate.draw(town)}</svg>`
  const clean = await sharp(Buffer.from(svg), { limitInputPixels: 40_000_000, unlimited: true })
    .removeAlpha()
    .raw()
    .toBuffer()
  return age(clean, width, height, plate.age, plate.seed)
}

async function drawPlate({ plate, georeference }: PlateJob, town: BrannockBay, store: Store): Promise<void> {
  const [map] = mapsOf({ kind: 'plate', plate, georeference })
  const { sheet } = plate
  const pixels = await printPlate(plate, town)
  if (georeference === 'geotiff') {
    await store([[map!.file, geoTiff(pixels, sheet, ...cornerOf(plate))]])
    return
  }
  const jpeg = await asJpeg(pixels, sheet)
  const points = controlPoints(sheet, plate.known)
  const source = `https://archive.brannockbay.example/iiif/${plate.name}`
  const text =
    georeference === 'points' ? qgisPoints(points) : annotation(sheet, points, neatLine(sheet, plate.neat), source)
  await store([
    [map!.georeference!, text],
    [map!.file, jpeg],
  ])
}

/** Outer corner and metres per pixel of a sheet with true north up and without errors. */
export function cornerOf({ sheet }: Plate): [west: number, north: number, resolution: number] {
  const [left, right] = [toMercator([-9, -14]), toMercator([-1, -21])]
  const [a, b] = [sheet.at([-9, -14]), sheet.at([-1, -21])]
  const resolution = (right[0] - left[0]) / (b[0] - a[0])
  return [left[0] - a[0] * resolution, left[1] + a[1] * resolution, resolution]
}

/** Control points of a picture aligned with Web Mercator: its corners. */
function cornerPoints({ west, north, resolution, width, height }: Frame): ControlPoint[] {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x, y]) => ({
    pixel: [x!, y!],
    place: [0, 0],
    metres: [west + x! * resolution, north - y! * resolution],
  }))
}

async function fly(
  job: AerialJob,
  town: BrannockBay,
  seed: string,
  store: Store,
  has: (file: string) => boolean,
): Promise<void> {
  const maps = mapsOf(job)
  const years = Object.keys(FLIGHTS).map(Number)
  const missing = years.filter((_, i) => !has(maps[i]!.file))
  for (const { year, pixels } of photographs(town.zones, job.frame, missing, seed)) {
    const map = maps[years.indexOf(year)]!
    await store([
      [map.georeference!, qgisPoints(cornerPoints(job.frame))],
      [map.file, await asJpeg(pixels, job.frame)],
    ])
  }
}

/** Draws the pictures of a job that do not exist yet. */
export async function drawJob(
  job: Job,
  town: BrannockBay,
  seed: string,
  store: Store,
  has: (file: string) => boolean,
): Promise<void> {
  if (mapsOf(job).every(({ file }) => has(file))) return
  if (job.kind === 'plate') await drawPlate(job, town, store)
  else await fly(job, town, seed, store, has)
}
