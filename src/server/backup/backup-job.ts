import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupFailure, BackupNote } from '#contract/archive-state.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { dayOf, startJob, type Job, timeOfDay } from '../jobs/background-job.ts'
import { readUpkeep, writeUpkeep } from '../jobs/upkeep.ts'
import type { Manifest } from './format.ts'

/** Writes a backup to a file, replacing it; rejects with the reason. */
export type BackUp = (signal: AbortSignal, file: string) => Promise<unknown>

export interface BackupOptions {
  db: ArchiveDatabase
  /** Where backups go, and the local time, `HH:MM`. */
  folder: string
  at: string
  backUp: BackUp
  /** What failed last; undefined once a backup is good again. */
  onFailure: (failure: BackupFailure | undefined) => void
  log: (sentence: string, problem?: unknown) => void
  now?: () => Date
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Milliseconds until a backup that failed is tried again. */
const RETRY = 60 * MINUTE
/** Backups of this many days stay, and the first of each month for good. */
const KEPT_DAYS = 14
const NAME = /^archive-(\d{4}-\d\d-(\d\d))\.tar$/

/** The backups of a folder that are not kept any more. Other files are none. */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const oldest = dayOf(new Date(now.getTime() - KEPT_DAYS * DAY))
  return names.filter((name) => {
    const [, day, ofMonth] = NAME.exec(name) ?? []
    return day !== undefined && ofMonth !== '01' && day < oldest
  })
}

function lastDue(now: Date, at: string): Date {
  const today = timeOfDay(now, at)
  return today <= now ? today : timeOfDay(new Date(now.getTime() - DAY), at)
}

/** Makes the nightly backup; also one that was missed because the machine was off. Call `poll` regularly. */
export function createBackups({ db, folder, at, backUp, onFailure, log, now = () => new Date() }: BackupOptions) {
  let failedAt = -Infinity

  async function isDue(): Promise<boolean> {
    if (now().getTime() - failedAt < RETRY) return false
    const last = await readUpkeep(db, 'backup')
    return last === undefined || new Date(last.made_at) < lastDue(now(), at)
  }
  function removeOutdated() {
    for (const name of outdatedBackups(readdirSync(folder), now())) rmSync(join(folder, name), { force: true })
  }
  return {
    async poll(signal: AbortSignal): Promise<void> {
      if (!(await isDue())) return
      try {
        mkdirSync(folder, { recursive: true })
        await backUp(signal, join(folder, `archive-${dayOf(now())}.tar`))
        onFailure(undefined)
        removeOutdated()
      } catch (problem) {
        if (signal.aborted) return
        failedAt = now().getTime()
        const message = problem instanceof Error ? problem.message : String(problem)
        onFailure({ at: now().toISOString(), message })
        log('The nightly backup failed; it will be tried again in an hour.', problem)
      }
    },
  }
}

/** Makes the nightly backups of a running server. */
export function startBackupJob(options: BackupOptions): Job {
  const { poll } = createBackups(options)
  const onError = (problem: unknown) => options.log('Looking for the nightly backup failed.', problem)
  return startJob(poll, { every: MINUTE, first: MINUTE, onError })
}

/** Keeps the note of a backup for the state page, once its file is in place. */
export async function recordBackup(db: ArchiveDatabase, { made_at, counts, files }: Manifest): Promise<void> {
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0)
  const originals = files.filter(({ path }) => path.startsWith('originals/')).length
  const note: BackupNote = { made_at, bytes, items: counts['item'] ?? 0, originals }
  await inTransaction(db, (trx) => writeUpkeep(trx, 'backup', note))
}
