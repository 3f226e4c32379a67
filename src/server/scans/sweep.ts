import { ImportInProgress, withImportLock } from '../database/archive-locks.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { UNFINISHED } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { GRACE, findOrphans, folderOf, mediaInUse, orphanLimit, trashOrphan } from './orphans.ts'
import { resumeTakedowns } from './takedown.ts'

/** Milliseconds between sweeps. */
const DAY = 24 * 60 * 60_000
const WHY = 'Nothing in the database named it.'

/** Result of a sweep. */
export interface SweepResult {
  /** Keys of originals moved to the trash. */
  moved: string[]
  /** Number of removed files that can be made again or were never finished. */
  removed: number
  /** Set when it stopped without changing anything: too many originals are unreferenced. */
  stopped?: { unnamed: number; originals: number }
}

/**
 * Removes what nothing references: originals move to the trash; interrupted uploads and outdated derivatives are deleted. Does nothing during an
 * import, nor when too many originals would move (`orphanLimit`).
 */
export async function sweep(
  db: ArchiveDatabase,
  media: MediaStore,
  { grace = GRACE, stopped = () => false }: { grace?: number; stopped?: () => boolean } = {},
): Promise<SweepResult> {
  const swept: SweepResult = { moved: [], removed: 0 }
  // Scanning takes long and needs no lock: an import that starts meanwhile doesn't have to wait.
  const orphans = await findOrphans(db, media, { grace, stopped })
  if (!orphans || orphans.originals.length + orphans.derived.length === 0) return swept
  const { originals, derived, originalsKept } = orphans
  if (originals.length > orphanLimit(orphans)) {
    return { ...swept, stopped: { unnamed: originals.length, originals: originalsKept } }
  }
  const work = async () => {
    const { folders } = await mediaInUse(db)
    for (const key of originals) {
      if (stopped()) return
      if (await trashOrphan(db, media, key, { grace, why: WHY })) swept.moved.push(key)
    }
    for (const key of derived) {
      if (stopped()) return
      if (folders.has(folderOf(key)) && !key.endsWith(UNFINISHED)) continue
      await media.remove(key)
      swept.removed += 1
    }
  }
  try {
    await withImportLock(db, work)
  } catch (error) {
    if (!(error instanceof ImportInProgress)) throw error
  }
  return swept
}

/** The log line of a sweep; undefined where it did nothing. */
function describeSweep({ moved, removed, stopped }: SweepResult): string | undefined {
  if (stopped) {
    return `The sweep stopped without moving anything: the database names only ${stopped.originals - stopped.unnamed} of ${stopped.originals} originals. It may not be the database of these pictures. "npm run archive -- doctor" lists them.`
  }
  if (moved.length > 0) {
    return `The sweep moved originals to the trash that no record uses: ${moved.join(', ')}. "npm run archive -- trash restore" brings them back.`
  }
  return removed > 0
    ? `The sweep removed ${removed} unused files that can be made again or were never finished.`
    : undefined
}

interface SweepJobOptions {
  db: ArchiveDatabase
  media: MediaStore
  log?: (sentence: string, error?: unknown) => void
  /** Called after every completed sweep. */
  onSwept?: (swept: SweepResult) => void
}

/** Sweeps now and once a day. Before that, it makes originals of earlier versions readable by the server only. */
export const startSweepJob = ({ db, media, log, onSwept }: SweepJobOptions, { every = DAY } = {}): Job =>
  startJob(
    async (signal) => {
      await media.restrictToOwner()
      await resumeTakedowns(db, media).catch((error: unknown) =>
        log?.('A takedown of a picture is not finished.', error),
      )
      const swept = await sweep(db, media, { stopped: () => signal.aborted })
      onSwept?.(swept)
      const sentence = describeSweep(swept)
      if (sentence !== undefined) log?.(sentence, swept.stopped && new Error(sentence))
    },
    { every, onError: (error) => log?.('The pictures were not swept.', error) },
  )
