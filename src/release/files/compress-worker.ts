import { parentPort } from 'node:worker_threads'
import type { CompressAnswer, CompressCall } from './compress-thread.ts'
import { precompress } from './precompress.ts'

/** The thread of compress-thread.ts. */
const answer = (message: CompressAnswer) => parentPort!.postMessage(message)

parentPort!.on('message', ([id, folder, files, unchanged, previous]: CompressCall) => {
  precompress(folder, files, unchanged, previous, (done, of) => answer({ id, done, of })).then(
    (bytes) => answer({ id, bytes }),
    (problem: unknown) => answer({ id, problem: problem instanceof Error ? problem : new Error(String(problem)) }),
  )
})
