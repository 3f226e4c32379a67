import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { readMediaIdentity, writeMediaIdentity } from '../storage/identity-file.ts'
import { compareIdentities, originalsFingerprint } from './compare-identities.ts'
import { ArchiveIdentityError, MISMATCH_MESSAGES } from './identity-error.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Archive {
  db: ArchiveDatabase
  mediaDir: string
}
interface Options {
  /** Marks both sides as belonging together, whatever they said before. */
  adopt?: boolean
  /** For tests of a crash. */
  write?: typeof writeMediaIdentity
}

/**
 * Begins a new generation on both sides, so that older copies of either are recognised. The media folder names the coming generation (`pending`), the
 * database takes it, the media folder confirms it, each synced to disk: after a crash the database has one of the two that the media folder names.
 * @throws {ArchiveIdentityError} where the two don't belong together (unless `adopt`).
 */
export async function raiseGeneration(
  { db, mediaDir }: Archive,
  { adopt = false, write = writeMediaIdentity }: Options = {},
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const state = trx.selectFrom('archive_state').select(['archive', 'generation'])
    const now = await state.executeTakeFirstOrThrow()
    // With `adopt`, a file that can't be read is replaced.
    const media = adopt ? undefined : readMediaIdentity(mediaDir)
    const status = compareIdentities(now, media)
    if (!adopt && status !== 'fits') throw new ArchiveIdentityError(MISMATCH_MESSAGES[status](db.file, mediaDir))
    const next = (adopt ? Math.max(now.generation, generationOf(mediaDir)) : now.generation) + 1
    await trx.updateTable('archive_state').set({ generation: next }).execute()
    await write(mediaDir, { ...now, pending: next })
  })
  await inTransaction(db, async (trx) => {
    const state = trx.selectFrom('archive_state').select(['archive', 'generation'])
    await write(mediaDir, await state.executeTakeFirstOrThrow())
  })
}

function generationOf(mediaDir: string): number {
  try {
    return readMediaIdentity(mediaDir)?.generation ?? 0
  } catch {
    return 0
  }
}

/** Begins a new generation within a minute after any program added an original, and every hour: an older copy of the database is then recognised. */
export function startGenerationJob(
  { db, mediaDir, log }: Archive & { log?: (error: unknown) => void },
  { pollEvery = MINUTE, raiseEvery = HOUR } = {},
): Job {
  let mark = originalsFingerprint(db.sqlite)
  let raised = performance.now()
  const raise = async (due: boolean) => {
    const found = originalsFingerprint(db.sqlite)
    if (!due && found === mark) return
    await raiseGeneration({ db, mediaDir })
    mark = found
    raised = performance.now()
  }
  const onError = (error: unknown) => log?.(error)
  const job = startJob(() => raise(performance.now() - raised >= raiseEvery), {
    first: pollEvery,
    every: pollEvery,
    onError,
  })
  return {
    async stop() {
      await job.stop()
      await raise(false).catch(onError)
    },
  }
}
