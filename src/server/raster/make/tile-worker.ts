import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { createBranchMaker, type TileMessage, type TileWork } from './tile-threads.ts'
import type { TileAddress } from '../../storage/tiles/tile-spool.ts'

/** A worker thread that makes tiles: receives the roots of branches, posts each tile and then the branch. */
if (parentPort && workerData) {
  const port = parentPort
  const makeBranch = createBranchMaker(workerData as TileWork)
  // A tile is too small to be split among threads again.
  sharp.concurrency(1)
  const say = (message: TileMessage) => port.postMessage(message)
  const make = async (branch: TileAddress) => {
    const raw = await makeBranch(branch, (tile) => say({ tile }))
    say({ branch, raw })
  }
  port.on('message', (branch: TileAddress) => {
    make(branch).catch((problem: unknown) => {
      // Thrown outside of any promise, so that the thread ends with it.
      setImmediate(() => {
        throw problem
      })
    })
  })
}
