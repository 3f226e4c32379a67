import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { foundTown } from '../town.ts'
import { JOBS } from './catalogue.ts'
import { drawJob } from './draw-job.ts'
import type { DrawWorkerData } from './write-demo-maps.ts'

/** A worker thread: sends 'next', receives a job number, and reports each finished picture. */
const { folder, seed, missing } = workerData as DrawWorkerData
const port = parentPort!
const town = foundTown(seed)
sharp.concurrency(1)

async function draw(index: number): Promise<void> {
  await drawJob(
    JOBS[index]!,
    town,
    seed,
    async (files) => {
      for (const [name, bytes] of files) {
        await writeFile(join(folder, `${name}.part`), bytes)
        await rename(join(folder, `${name}.part`), join(folder, name))
      }
      port.postMessage('drawn')
    },
    (file) => !missing.has(file),
  )
  port.postMessage('next')
}
port.on('message', (index: number) => {
  void draw(index).catch((error: unknown) => {
    // An error thrown outside the promise ends the thread, which notifies the main thread.
    setImmediate(() => {
      throw error
    })
  })
})
port.postMessage('next')
