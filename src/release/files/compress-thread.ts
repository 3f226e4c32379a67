import { Worker } from 'node:worker_threads'
import type { precompress } from './precompress.ts'

const SCRIPT = new URL('./compress-worker.ts', import.meta.url)

export type CompressCall = [
  id: number,
  folder: string,
  files: readonly string[],
  unchanged: ReadonlySet<string>,
  previous: string | undefined,
]
export type CompressAnswer = { id: number } & ({ bytes: number } | { problem: Error } | { done: number; of: number })

interface Waiting {
  resolve(bytes: number): void
  reject(problem: Error): void
  onProgress?: ((done: number, of: number) => void) | undefined
}

let thread: Worker | undefined
let last = 0
const waiting = new Map<number, Waiting>()

/**
 * `precompress` in a thread: each file costs half a millisecond of reading, writing and preparing besides the compression, in which pages can be rendered. The thread stays for the
 * next batch and does not keep the process alive.
 */
export const compressInThread: typeof precompress = (folder, files, unchanged, previous, onProgress) =>
  new Promise((resolve, reject) => {
    const id = ++last
    thread ??= start()
    waiting.set(id, { resolve, reject, onProgress })
    thread.ref()
    thread.postMessage([id, folder, files, unchanged, previous] satisfies CompressCall)
  })

function start(): Worker {
  const worker = new Worker(SCRIPT, { execArgv: [] })
  worker.on('message', (answer: CompressAnswer) => {
    const call = waiting.get(answer.id)!
    if ('done' in answer) return call.onProgress?.(answer.done, answer.of)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('bytes' in answer) call.resolve(answer.bytes)
    else call.reject(answer.problem)
  })
  // A thread that fails also exits, when another one may have its place and calls already.
  const failed = (problem: Error) => {
    if (thread !== worker) return
    thread = undefined
    for (const call of waiting.values()) call.reject(problem)
    waiting.clear()
  }
  worker.once('error', failed).once('exit', () => failed(new Error('The thread that compresses files has ended.')))
  return worker
}
