import { markEverybody } from '../database/person-privacy.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from './background-job.ts'

/** Milliseconds. The start of a server has other things to do. */
const DAY = 24 * 60 * 60_000
const FIRST = 5 * 60_000

/** Each day some people are no longer presumed living. */
export const startPrivacyJob = (db: ArchiveDatabase, onError: (error: unknown) => void): Job =>
  startJob(() => inTransaction(db, markEverybody), { every: DAY, first: FIRST, onError })
