import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { createBranchMaker } from './branch-maker.ts'
import type { TileMessage, TileWork } from './branch-maker.ts'
import type { TileAddress } from './tile-tree.ts'

/** One thread that makes tiles: it is sent the roots of branches, and tells of each tile and then of the branch. */
if (parentPort && workerData) {
  const port = parentPort
  const makeBranch = createBranchMaker(workerData as TileWork)
  // One tile is too small to be shared among threads again.
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
