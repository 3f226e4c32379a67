import { finishRestore } from '#server/database/archive-locks.ts'
import type { Config } from '#server/config.ts'

/** Finishes a restore that was interrupted in its last step. Runs before anything checks whether there is an archive. */
export function tellOfFinishedRestore({ databaseFile }: Config): void {
  const kept = finishRestore(databaseFile)
  if (kept) console.error(`Finished an interrupted restore. The previous archive is in ${kept}.`)
}
