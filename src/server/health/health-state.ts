import { storageFailure } from '../errors/storage-failure.ts'

/** Remembers what calls and jobs of this process found out about the archive, for the health call. */
export function createHealthState() {
  let damaged = false
  let sweepStopped = false
  let stopping = false
  return {
    /** Looks at the error of a call or a job. */
    reportError(error: unknown): void {
      if (storageFailure(error) === 'damaged') damaged = true
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
    current: () => ({ damaged, sweepStopped, stopping }),
  }
}
export type HealthState = ReturnType<typeof createHealthState>
