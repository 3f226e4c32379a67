import type { Fixity } from '#contract/archive-state.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { readUpkeep, writeUpkeep } from '../jobs/upkeep.ts'
import { originalKey } from '../storage/keys.ts'
import type { MediaStore } from '../storage/media-store.ts'

export interface Checked {
  originals: number
  problems: Fixity['problems']
}
interface Options {
  onProgress?: ((done: number, total: number) => void) | undefined
  signal?: AbortSignal
}

/** Compares every original with the SHA-256 that it had when it arrived. */
export async function checkOriginals(
  db: ArchiveDatabase,
  media: MediaStore,
  { onProgress, signal }: Options = {},
): Promise<Checked> {
  const originals = await db.selectFrom('original').selectAll().orderBy('sha256').execute()
  const problems: Checked['problems'] = []
  for (const [at, { sha256, format, file_name }] of originals.entries()) {
    signal?.throwIfAborted()
    const where = `original ${sha256.slice(0, 12)} (${file_name})`
    const found = await media.sha256(originalKey(sha256, format))
    if (found === undefined) problems.push({ where, what: 'The file is missing.' })
    else if (found !== sha256) problems.push({ where, what: 'The file has changed: its SHA-256 is different.' })
    onProgress?.(at + 1, originals.length)
  }
  return { originals: originals.length, problems }
}

/** Problems to list on the state page. */
const LISTED = 50

/** Keeps the result for the state page. */
export async function recordFixity(db: ArchiveDatabase, { originals, problems }: Checked, now = new Date()) {
  const more = Math.max(0, problems.length - LISTED)
  const result: Fixity = { checked_at: now.toISOString(), originals, problems: problems.slice(0, LISTED), more }
  await inTransaction(db, (trx) => writeUpkeep(trx, 'fixity', result))
}

/** Milliseconds. */
const HOUR = 60 * 60_000
const WEEK = 7 * 24 * HOUR

interface CheckJobParts {
  db: ArchiveDatabase
  media: MediaStore
  log?: (sentence: string, error?: unknown) => void
}

/** Checks the originals an hour after the start if that was not done for a week, and then once a week. */
export const startOriginalsCheck = (
  { db, media, log }: CheckJobParts,
  { first = HOUR, every = HOUR, after = WEEK } = {},
): Job =>
  startJob(
    async (signal) => {
      const last = await readUpkeep(db, 'fixity')
      if (last && Date.parse(last.checked_at) > Date.now() - after) return
      const checked = await checkOriginals(db, media, { signal })
      await recordFixity(db, checked)
      for (const { where, what } of checked.problems) log?.(`${where}: ${what}`, new Error(what))
    },
    {
      first,
      every,
      onError: (error) => {
        if ((error as Error).name !== 'AbortError') log?.('The check of the originals failed.', error)
      },
    },
  )
