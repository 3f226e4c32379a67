import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SEED } from '../town.ts'
import { JOBS, mapsOf } from './catalogue.ts'

export interface WrittenMap {
  layer: number
  /** Path of the picture. */
  file: string
  /** Path of its control points; undefined for a GeoTIFF. */
  georeference: string | undefined
  minimumZoom?: number
  maximumZoom?: number
}

export interface WriteMapsOptions {
  /** Called before the first picture and after each one. */
  onProgress?: (progress: { done: number; total: number }) => void
  seed?: string
  /** Numbers of the layers to draw; all by default. */
  layers?: readonly number[]
}

/**
 * Draws the old maps and aerial pictures of the demo town into a folder, on all cores. The same seed gives the same bytes. Skips pictures that an
 * interrupted run has finished.
 */
export async function writeDemoMaps(
  folder: string,
  { onProgress, seed = SEED, layers }: WriteMapsOptions = {},
): Promise<WrittenMap[]> {
  await mkdir(folder, { recursive: true })
  const maps = JOBS.flatMap(mapsOf).filter(({ layer }) => layers?.includes(layer) ?? true)
  const missing = new Set(maps.map(({ file }) => file).filter((file) => !existsSync(join(folder, file))))
  const wanted = JOBS.map((_, i) => i).filter((i) => mapsOf(JOBS[i]!).some(({ file }) => missing.has(file)))
  let done = maps.length - missing.size
  onProgress?.({ done, total: maps.length })
  const count = Math.min(wanted.length, Math.max(1, availableParallelism()))
  await Promise.all(
    Array.from({ length: count }, () =>
      employ({ folder, seed, missing }, wanted, () => onProgress?.({ done: ++done, total: maps.length })),
    ),
  )
  return maps.map(({ file, georeference, ...rest }) => ({
    ...rest,
    file: join(folder, file),
    georeference: georeference === undefined ? undefined : join(folder, georeference),
  }))
}

export interface DrawWorkerData {
  folder: string
  seed: string
  /** The pictures to draw, by file name. */
  missing: ReadonlySet<string>
}

/** A worker thread that takes jobs from the queue until it is empty. */
async function employ(workerData: DrawWorkerData, wanted: number[], drawn: () => void): Promise<void> {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { workerData })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('error', reject)
      worker.on('exit', () => reject(new Error('A thread that drew maps ended before its work was done.')))
      worker.on('message', (message: 'next' | 'drawn') => {
        if (message === 'drawn') return drawn()
        const job = wanted.shift()
        if (job === undefined) resolve()
        else worker.postMessage(job)
      })
    })
  } finally {
    await worker.terminate()
  }
}
