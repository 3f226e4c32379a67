import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { storageFailure } from '../errors/storage-failure.ts'

/** The thread of check-database.ts. */
function firstFault(file: string): string | undefined {
  using sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const found = String(sqlite.prepare('pragma quick_check(1)').get()?.['quick_check'])
    return found === 'ok' ? undefined : found
  } catch (error) {
    if (storageFailure(error) === 'damaged') return (error as Error).message
    throw error
  }
}

parentPort!.postMessage(firstFault(workerData as string))
