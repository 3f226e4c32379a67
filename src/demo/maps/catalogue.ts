import { DEMO_MAP_LAYERS } from './layers.ts'
import { COUNTRYSIDE, TOWN } from './aerial/aerial.ts'
import { FLIGHTS } from './aerial/develop.ts'
import type { Frame } from './aerial/film.ts'
import { cemetery1969 } from './plates/cemetery-1969.ts'
import { county1862 } from './plates/county-1862.ts'
import type { Plate } from './plates/plate.ts'
import { surroundings1835 } from './plates/surroundings-1835.ts'
import { town1835 } from './plates/town-1835.ts'
import { town1856 } from './plates/town-1856.ts'
import { town1879 } from './plates/town-1879.ts'

/** The format of a map's georeference: each supported one is used. */
type Georeference = 'annotation' | 'points' | 'geotiff'

export interface PlateJob {
  kind: 'plate'
  plate: Plate
  georeference: Georeference
}
export interface AerialJob {
  kind: 'aerial'
  name: string
  frame: Frame
}
export type Job = PlateJob | AerialJob

const PLATES: [plate: Plate, georeference: Georeference][] = [
  [surroundings1835, 'points'],
  [town1835, 'annotation'],
  [county1862, 'annotation'],
  [town1879, 'points'],
  [town1856, 'annotation'],
  [cemetery1969, 'geotiff'],
]

/** Drawing jobs, the longest first. */
export const JOBS: readonly Job[] = [
  { kind: 'aerial', name: 'town', frame: TOWN },
  { kind: 'aerial', name: 'countryside', frame: COUNTRYSIDE },
  ...PLATES.map(([plate, georeference]): Job => ({ kind: 'plate', plate, georeference })),
]

export interface DemoMap {
  layer: number
  /** Name of the picture and of its control point file, if it has one. */
  file: string
  georeference?: string
  minimumZoom?: number
  maximumZoom?: number
}

const ENDINGS = { annotation: '.json', points: '.points', geotiff: undefined } as const
const DEEPEST: Record<string, number> = { 'surroundings-1835': 16, 'county-1862': 15, 'cemetery-1969': 20 }
/** Useful zoom levels; beyond the deepest, the browser enlarges tiles. */
const LEAST: Record<string, number> = { 'cemetery-1969': 15 }

/** The layers that a job draws, by their numbers in layers.ts. */
export function mapsOf(job: Job): DemoMap[] {
  if (job.kind === 'aerial')
    return Object.keys(FLIGHTS).map((year) => {
      const file = `aerial-${year}-${job.name}.jpg`
      const layer = Number(year) * (job.name === 'town' ? 1 : 10)
      return {
        layer,
        file,
        georeference: `${file}.points`,
        minimumZoom: 13,
        maximumZoom: job.name === 'town' ? (year === '2015' ? 18 : 17) : 15,
      }
    })
  const { name } = job.plate
  const found = DEMO_MAP_LAYERS.overlays.find((overlay) => overlay.id === name)
  if (found === undefined) throw new Error(`layers.ts has no overlay "${name}"`)
  const file = `${name}.${job.georeference === 'geotiff' ? 'tif' : 'jpg'}`
  const ending = ENDINGS[job.georeference]
  return [
    {
      layer: found.layer,
      file,
      ...(ending === undefined ? {} : { georeference: file + ending }),
      minimumZoom: LEAST[name] ?? 13,
      maximumZoom: DEEPEST[name] ?? 18,
    },
  ]
}
