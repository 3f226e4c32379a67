import { parentPort } from 'node:worker_threads'
import type { FileAnswer, FileCall, FileWork } from './file-thread.ts'
import { findLeaks } from '../firewall.ts'
import { precompress } from './precompress.ts'
import { writePages } from './write-changed.ts'

/** The thread of file-thread.ts. */
const answer = (message: FileAnswer) => parentPort!.postMessage(message)

const WORK: FileWork = { precompress, writePages, findLeaks }

async function work({ id, task, of }: FileCall): Promise<unknown> {
  const onProgress = (done: number, total: number) => answer({ id, done, total })
  return await (WORK[task] as (...args: readonly unknown[]) => unknown)(...of, onProgress)
}

parentPort!.on('message', (call: FileCall) => {
  work(call).then(
    (result) => answer({ id: call.id, result }),
    (problem: unknown) =>
      answer({ id: call.id, problem: problem instanceof Error ? problem : new Error(String(problem)) }),
  )
})
