import { Worker } from 'node:worker_threads'
import { findLeaks, refuseLeaks, type Secrets } from '../firewall.ts'
import type { precompress } from './precompress.ts'
import type { writePages } from './write-changed.ts'

const SCRIPT = new URL('./file-worker.ts', import.meta.url)

/** What the thread does. */
export interface FileWork {
  precompress: typeof precompress
  writePages: typeof writePages
  findLeaks: typeof findLeaks
}
type Result<Task extends keyof FileWork> = Awaited<ReturnType<FileWork[Task]>>
export type FileCall = { id: number; task: keyof FileWork; of: readonly unknown[] }
export type FileAnswer = { id: number } & ({ result: unknown } | { problem: Error } | { done: number; total: number })

interface Waiting {
  resolve(result: unknown): void
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
  ask('precompress', [folder, files, unchanged, previous], onProgress)

/** `writePages` in the same thread, for the same reason. */
export const writeInThread = (...of: Parameters<typeof writePages>): Promise<Result<'writePages'>> =>
  ask('writePages', of)

/** `checkFiles` for many files: half of them in the same thread. @throws {LeakFound} */
export async function checkInThreads(root: string, files: readonly string[], secrets: Secrets): Promise<void> {
  // Every second one: neighbours in the list take as long.
  const [own, others] = [0, 1].map((half) => files.filter((_, at) => at % 2 === half)) as [string[], string[]]
  const inThread = ask('findLeaks', [root, others, secrets])
  const leaks = findLeaks(root, own, secrets)
  refuseLeaks([...leaks, ...(await inThread)])
}

function ask<Task extends keyof FileWork>(
  task: Task,
  of: readonly unknown[],
  onProgress?: Waiting['onProgress'],
): Promise<Result<Task>> {
  return new Promise((resolve, reject) => {
    const id = ++last
    thread ??= start()
    waiting.set(id, { resolve: (result) => resolve(result as Result<Task>), reject, onProgress })
    thread.ref()
    thread.postMessage({ id, task, of } satisfies FileCall)
  })
}

function start(): Worker {
  const worker = new Worker(SCRIPT, { execArgv: [] })
  worker.on('message', (answer: FileAnswer) => {
    const call = waiting.get(answer.id)!
    if ('done' in answer) return call.onProgress?.(answer.done, answer.total)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    if ('problem' in answer) call.reject(answer.problem)
    else call.resolve(answer.result)
  })
  // A thread that fails also exits, when another one may have its place and calls already.
  const failed = (problem: Error) => {
    if (thread !== worker) return
    thread = undefined
    for (const call of waiting.values()) call.reject(problem)
    waiting.clear()
  }
  worker.once('error', failed).once('exit', () => failed(new Error('The thread that writes files has ended.')))
  return worker
}
