import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../database/open.ts'
import { trySetPriority } from '../jobs/priority.ts'
import { createRepositories } from '../repositories/repositories.ts'
import { readList, type ListRequest } from './list-reads.ts'

/** Input of the thread, and its answers. */
export interface ReadWorkerData {
  file: string
}
export type ReadAnswer =
  | { ready: true }
  | (({ json: Uint8Array<ArrayBuffer> } | { failed: unknown }) & { milliseconds: number })

/** On Linux 0 is the calling thread: calls for single records go first. Elsewhere it would be the whole process. */
const BELOW_NORMAL = 5

const utf8 = new TextEncoder()

/** A thread that reads lists one at a time, on its own connection. */
if (parentPort) {
  const port = parentPort
  const reader = openReader((workerData as ReadWorkerData).file)
  const repositories = createRepositories(reader)
  type Result = { json: Uint8Array<ArrayBuffer> } | { failed: unknown }
  const answer = async ({ name, query, view }: ListRequest): Promise<Result> => {
    try {
      // One transaction, so that count and page match.
      reader.sqlite.exec('begin')
      return { json: utf8.encode(await readList(repositories, name, query, view)) }
    } catch (failed) {
      return { failed }
    } finally {
      if (reader.sqlite.isTransaction) reader.sqlite.exec('rollback')
    }
  }
  port.on('message', (request: ListRequest) => {
    const before = process.threadCpuUsage()
    void answer(request).then((result) => {
      // Processor time, so that searches are not charged for a busy machine.
      const { user, system } = process.threadCpuUsage(before)
      const message: ReadAnswer = { ...result, milliseconds: (user + system) / 1000 }
      // Transferred, not copied.
      port.postMessage(message, 'json' in result ? [result.json.buffer] : [])
    })
  })
  port.postMessage({ ready: true } satisfies ReadAnswer)
  if (process.platform === 'linux') trySetPriority(0, BELOW_NORMAL)
}
