import { Worker } from 'node:worker_threads'
import { createBranchMaker } from './branch-maker.ts'
import type { TileMessage, TileWork } from './branch-maker.ts'
import type { TileAddress } from './tile-tree.ts'

interface Watch {
  signal?: AbortSignal | undefined
  onMessage: (message: TileMessage) => void
}

/** Has branches made by threads, or with none of them in this one, one after the other. */
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

/**
 * Has branches made by threads, each the next one when it has done with its last. Resolves when all are made; a thread that fails, a
 * listener that throws or the signal ends them all.
 */
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
      worker.on('exit', (code) => reject(new Error(`A thread that makes tiles ended with ${code}.`)))
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
