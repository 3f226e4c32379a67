import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { readIdentity, writeIdentity } from '../storage/identity-file.ts'
import { mediaPlace, type MediaLocation } from '../storage/open-media-store.ts'
import { compareIdentities, originalsFingerprint } from './compare-identities.ts'
import { ArchiveIdentityError, MISMATCH_MESSAGES } from './identity-error.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Archive extends MediaLocation {
  db: ArchiveDatabase
}
interface Options {
  /** Marks both sides as belonging together, whatever they said before. */
  adopt?: boolean
  /** For tests of a crash. */
  write?: typeof writeIdentity
}

/**
 * Begins a new generation on both sides, so that older copies of either are recognised. The media folder names the coming generation (`pending`), the
 * database takes it, the media folder confirms it, each synced to disk: after a crash the database has one of the two that the media folder names.
 * @throws {ArchiveIdentityError} where the two don't belong together (unless `adopt`).
 */
export async function raiseGeneration(
  { db, ...media }: Archive,
  { adopt = false, write = writeIdentity }: Options = {},
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const state = trx.selectFrom('archive_state').select(['archive', 'generation'])
    const now = await state.executeTakeFirstOrThrow()
    // With `adopt`, a file that can't be read is replaced.
    const marked = adopt ? undefined : await readIdentity(media)
    const status = compareIdentities(now, marked)
    if (!adopt && status !== 'fits')
      throw new ArchiveIdentityError(MISMATCH_MESSAGES[status](db.engine.place, mediaPlace(media)))
    const next = (adopt ? Math.max(now.generation, await generationOf(media)) : now.generation) + 1
    await trx.updateTable('archive_state').set({ generation: next }).execute()
    await write(media, { ...now, pending: next })
  })
  await inTransaction(db, async (trx) => {
    const state = trx.selectFrom('archive_state').select(['archive', 'generation'])
    await write(media, await state.executeTakeFirstOrThrow())
  })
}

async function generationOf(media: MediaLocation): Promise<number> {
  try {
    return (await readIdentity(media))?.generation ?? 0
  } catch {
    return 0
  }
}

/** Begins a new generation within a minute after any program added an original, and every hour: an older copy of the database is then recognised. */
export function startGenerationJob(
  { db, log, ...media }: Archive & { log?: (error: unknown) => void },
  { pollEvery = MINUTE, raiseEvery = HOUR } = {},
): Job {
  const atStart = originalsFingerprint(db)
  // Reported by the first run.
  atStart.catch(() => {})
  let mark: string | undefined
  let raised = performance.now()
  const raise = async (due: boolean) => {
    mark ??= await atStart
    const found = await originalsFingerprint(db)
    if (!due && found === mark) return
    await raiseGeneration({ db, ...media })
    mark = found
    raised = performance.now()
  }
  const onError = (error: unknown) => log?.(error)
  const end = () => raise(false).catch(onError)
  const isDue = () => performance.now() - raised >= raiseEvery
  return startJob(() => raise(isDue()), { first: pollEvery, every: pollEvery, onError, end })
}
