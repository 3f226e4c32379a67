import { DatabaseSync } from 'node:sqlite'
import type { ArchiveDatabase } from '../database/open.ts'

/** Another import or repair of the same archive is under way. */
export class ImportUnderWay extends Error {
  constructor() {
    super('An import into this archive, or a repair of it, is under way. Wait until it is done, then try again.')
  }
}

/**
 * Does something while no import or repair of the archive can begin: each judges the bundle by what the archive holds, and takes its pictures out
 * again when it fails, so two would undo each other; a repair would sweep away the pictures of records that are still to be written. The turn is SQLite's own lock on a file beside the archive, which the system gives
 * back however the process ends; the archive itself stays free for others to write.
 * @throws {ImportUnderWay}
 */
export async function takeTurn<T>({ file }: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  if (file === ':memory:') return await work()
  const turn = new DatabaseSync(`${file}-import`, { timeout: 0 })
  try {
    try {
      turn.exec('begin exclusive')
    } catch (error) {
      // 5 is SQLITE_BUSY.
      throw (error as { errcode?: number }).errcode === 5 ? new ImportUnderWay() : error
    }
    return await work()
  } finally {
    turn.close()
  }
}
