import { ImportUnderWay, takeTurn } from '../database/take-turn.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { MediaStore } from '../media/media-store.ts'
import { GRACE, folderOf, mediaInUse, removeStray, strays } from './strays.ts'

/** Milliseconds from one sweep to the next. */
const DAY = 24 * 60 * 60_000

/**
 * Removes what nothing names and nobody is about to name: uploads that broke off with the machine, originals whose rows were never written, sizes
 * of an earlier watermark. Answers how many files; none while an import runs, whose pictures come long before their rows.
 */
export async function sweep(
  db: ArchiveDatabase,
  media: MediaStore,
  { grace = GRACE, stopped = () => false }: { grace?: number; stopped?: () => boolean } = {},
): Promise<number> {
  // Looking takes long and needs no turn: an import that begins meanwhile is not kept waiting.
  const suspects: string[] = []
  for await (const key of strays(db, media, { grace })) {
    if (stopped()) return 0
    suspects.push(key)
  }
  if (suspects.length === 0) return 0
  let removed = 0
  const work = async () => {
    const { folders } = await mediaInUse(db)
    for (const key of suspects) {
      if (stopped()) return
      if (folders.has(folderOf(key)) && !key.endsWith('.part')) continue
      if (await removeStray(db, media, key, { grace })) removed += 1
    }
  }
  try {
    await takeTurn(db, work)
  } catch (error) {
    if (!(error instanceof ImportUnderWay)) throw error
  }
  return removed
}

/** Sweeps now and once a day. */
export function startSweepJob(
  { db, media, log }: { db: ArchiveDatabase; media: MediaStore; log?: (error: unknown) => void },
  { every = DAY } = {},
): { stop(): Promise<void> } {
  let stopped = false
  let running = Promise.resolve()
  const once = () => {
    running = running
      .then(() => sweep(db, media, { stopped: () => stopped }))
      .then(
        () => {},
        (error: unknown) => log?.(error),
      )
  }
  once()
  const timer = setInterval(once, every).unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
