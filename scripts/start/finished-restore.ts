import { finishRestore } from '#server/backup/archive-door.ts'
import type { Config } from '#server/config.ts'

/** Finishes a restore that a power cut interrupted in its last step, and says so: before anybody asks whether there is an archive. */
export function tellOfFinishedRestore({ databaseFile }: Config): void {
  const kept = finishRestore(databaseFile)
  if (kept) console.error(`A restore that was interrupted is finished. The archive from before lies in ${kept}.`)
}
