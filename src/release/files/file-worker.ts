import { parentPort } from 'node:worker_threads'
import type { FileAnswer, FileCall } from './file-thread.ts'
import { findLeaks } from '../firewall.ts'
import { precompress } from './precompress.ts'
import { writePages } from './write-changed.ts'

/** The thread of file-thread.ts. */
const answer = (message: FileAnswer) => parentPort!.postMessage(message)

async function work({ id, ...call }: FileCall): Promise<unknown> {
  if (call.task === 'write') return writePages(...call.of)
  if (call.task === 'check') return findLeaks(...call.of)
  return await precompress(...call.of, (done, total) => answer({ id, done, total }))
}

parentPort!.on('message', (call: FileCall) => {
  work(call).then(
    (result) => answer({ id: call.id, result }),
    (problem: unknown) =>
      answer({ id: call.id, problem: problem instanceof Error ? problem : new Error(String(problem)) }),
  )
})
