import type { BuildProgress } from '#contract/operations.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Db } from '../database/tables.ts'

type Step = Omit<BuildProgress, 'build'>

/** Milliseconds between two notes of the same step. */
const EVERY = 1000

/** Notes what a build does for the state page, which any process may show. Not while the database is busy: nobody depends on it. */
export function noteProgress(db: ArchiveDatabase, build: number): (progress: Step) => void {
  let last: { step: string; at: number } | undefined
  return (progress) => {
    const at = performance.now()
    if (last?.step === progress.step && at - last.at < EVERY) return
    last = { step: progress.step, at }
    const update = db.updateTable('build').set({ progress: JSON.stringify(progress) })
    update
      .where('id', '=', build)
      .where('state', '=', 'running')
      .execute()
      .catch(() => {})
  }
}

/** What the running build does; null if there is none, or it has not said anything yet. */
export async function readProgress(db: Db): Promise<BuildProgress | null> {
  const row = await db
    .selectFrom('build')
    .select(['id', 'progress'])
    .where('state', '=', 'running')
    .orderBy('id')
    .executeTakeFirst()
  return row?.progress ? { build: row.id, ...(JSON.parse(row.progress) as Step) } : null
}
