import { Worker } from 'node:worker_threads'
import type { EncodedTile, TileAddress } from '../../storage/tiles/tile-spool.ts'
import type { Bounds } from '../../storage/tiles/write-pmtiles.ts'
import type { Pixels } from './pixels.ts'
import { createMapping, type Placement } from './placement.ts'
import { createRenderer, type RawTile } from './render-tile.ts'
import { makeBranch, type OnTile } from './tile-tree.ts'

/** A picture and its placement, as data for a worker thread. */
export interface TileWork {
  pixels: Pixels
  placement: Placement
  bounds: Bounds
  maximumZoom: number
}
/** Progress messages: each tile (undefined where it is empty), then the root of its branch. */
export type TileMessage = { tile: EncodedTile | undefined } | { branch: TileAddress; raw: RawTile | undefined }

/** Makes branches of a picture: a tile and everything below it. */
export function createBranchMaker({ pixels, placement, bounds, maximumZoom }: TileWork) {
  const render = createRenderer(pixels, createMapping(placement))
  return (branch: TileAddress, onTile: OnTile) => makeBranch(branch, { bounds, maximumZoom, render }, onTile)
}

interface Watch {
  signal?: AbortSignal | undefined
  onMessage: (message: TileMessage) => void
}

/** Makes branches in worker threads, or in this thread where `threads` is 0. */
export const runBranches = (
  work: TileWork,
  branches: readonly TileAddress[],
  { threads, ...watch }: Watch & { threads: number },
): Promise<void> => (threads === 0 ? runHere(work, branches, watch) : runThreads(work, branches, { threads, ...watch }))

async function runHere(work: TileWork, branches: readonly TileAddress[], { signal, onMessage }: Watch): Promise<void> {
  signal?.throwIfAborted()
  const makeBranch = createBranchMaker(work)
  for (const branch of branches) {
    const raw = await makeBranch(branch, (tile) => {
      signal?.throwIfAborted()
      onMessage({ tile })
    })
    onMessage({ branch, raw })
  }
}

/** Makes branches in worker threads; each takes the next when it is done. A failing thread, a throwing listener or the signal stops them all. */
async function runThreads(
  work: TileWork,
  branches: readonly TileAddress[],
  { threads, signal, onMessage }: Watch & { threads: number },
): Promise<void> {
  const left = [...branches].reverse()
  const workers: Worker[] = []
  const stop = Promise.withResolvers<never>()
  const abort = () => stop.reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const run = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./tile-worker.ts', import.meta.url), { workerData: work })
      workers.push(worker)
      const next = () => {
        const branch = left.pop()
        if (branch) worker.postMessage(branch)
        else resolve()
      }
      worker.on('message', (message: TileMessage) => {
        try {
          onMessage(message)
        } catch (problem) {
          reject(problem as Error)
        }
        if ('branch' in message) next()
      })
      worker.on('error', reject)
      worker.on('exit', (code) => reject(new Error(`A tile worker exited with code ${code}.`)))
      next()
    })
  try {
    signal?.throwIfAborted()
    const count = Math.max(1, Math.min(threads, branches.length))
    await Promise.race([stop.promise, Promise.all(Array.from({ length: count }, run))])
  } finally {
    signal?.removeEventListener('abort', abort)
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
