import { isDatabaseFull, storageFailure } from '../errors/storage-failure.ts'

/** Milliseconds. */
const LOG_EVERY = 60_000
const TROUBLE_LASTS = 5 * 60_000

/** Remembers what calls and jobs of this process found out about the archive, for the health call. */
export function createHealthState() {
  let damaged = false
  let sweepStopped = false
  let stopping = false
  let storeTrouble = -Infinity
  let storeLogged = -Infinity
  let databaseFull = -Infinity
  return {
    /** Looks at the error of a call or a job. */
    reportError(error: unknown): void {
      if (storageFailure(error) === 'damaged') damaged = true
      if (isDatabaseFull(error)) databaseFull = Date.now()
    },
    /** The result of the database check; undefined if it is intact. */
    reportDatabaseCheck(wrong: string | undefined): void {
      damaged = wrong !== undefined
    },
    reportSweep({ stopped }: { stopped?: object }): void {
      sweepStopped = stopped !== undefined
    },
    /** From now on, balancers should send calls elsewhere. */
    reportStopping(): void {
      stopping = true
    },
    /** An object store is slow, or needs several attempts. True once a minute, for the log. */
    reportStoreTrouble(now = Date.now()): boolean {
      storeTrouble = now
      if (now - storeLogged < LOG_EVERY) return false
      storeLogged = now
      return true
    },
    current: (now = Date.now()) => ({
      damaged,
      sweepStopped,
      stopping,
      storeTroubled: now - storeTrouble < TROUBLE_LASTS,
      databaseFull: now - databaseFull < TROUBLE_LASTS,
    }),
  }
}
export type HealthState = ReturnType<typeof createHealthState>
