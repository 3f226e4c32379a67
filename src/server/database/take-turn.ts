import { lockFile } from './lock-file.ts'
import type { ArchiveDatabase } from './open.ts'

/** Another import or repair of the same archive is under way. */
export class ImportUnderWay extends Error {
  constructor() {
    super('An import into this archive, or a repair of it, is under way. Wait until it is done, then try again.')
  }
}

/**
 * Does something while no import or repair of the archive can begin: each judges the bundle by what the archive holds, and takes its pictures out
 * again when it fails, so two would undo each other; a repair would sweep away the pictures of records that are still to be written. The turn is a
 * lock on a file beside the archive; the archive itself stays free for others to write.
 * @throws {ImportUnderWay}
 */
export async function takeTurn<T>({ file }: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  if (file === ':memory:') return await work()
  const turn = lockFile(`${file}-import`, 'alone')
  if (!turn) throw new ImportUnderWay()
  try {
    return await work()
  } finally {
    turn.release()
  }
}
