import type { ArchiveDatabase } from './open.ts'

/** Another import or repair of the same archive is running. */
export class ImportInProgress extends Error {
  constructor() {
    super('Another import or repair of this archive is running. Wait until it has finished, then try again.')
  }
}

/**
 * Runs `work` under the archive's import lock. Imports decide by what the archive holds and remove their pictures when they fail, so two at once
 * would undo each other; a repair would sweep away pictures whose records are not written yet. Other writes are not blocked.
 * @throws {ImportInProgress}
 */
export async function withImportLock<T>({ engine }: ArchiveDatabase, work: () => Promise<T>): Promise<T> {
  const lock = await engine.lock('import')
  if (!lock) throw new ImportInProgress()
  try {
    return await work()
  } finally {
    await lock.release()
  }
}
