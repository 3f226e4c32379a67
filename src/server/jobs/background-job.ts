import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** A background job of the server. */
export interface Job {
  /** Aborts the run that is under way and resolves when it has ended. */
  stop(): Promise<void>
}

interface Times {
  /** Milliseconds from the end of a run to the next one. */
  every: number
  /** Milliseconds to the first run. */
  first?: number
  /** Called once an hour while the job fails for the same reason: one that runs every second would fill the log. */
  onError: (error: unknown) => void
  /** Called when the job is stopped, after the last run. */
  end?: (() => Promise<unknown>) | undefined
}

/** Milliseconds. */
const TELL_AGAIN = 60 * 60_000

/** Runs `work` again and again, at once where it answers true. Runs never overlap. */
export function startJob(
  work: (signal: AbortSignal) => Promise<unknown>,
  { every, first = 0, onError, end }: Times,
): Job {
  const ending = new AbortController()
  const { signal } = ending
  const rest = (time: number) => sleep(time, undefined, { signal, ref: false }).catch(() => {})
  let told: { reason: string; at: number } | undefined
  const attempt = async () => {
    try {
      const again = await work(signal)
      told = undefined
      return again === true
    } catch (error) {
      const [reason, at] = [String(error), performance.now()]
      if (told?.reason === reason && at - told.at < TELL_AGAIN) return false
      told = { reason, at }
      onError(error)
      return false
    }
  }
  const run = async () => {
    if (first > 0) await rest(first)
    while (!signal.aborted) {
      // What awaits SQLite alone never lets others run.
      if (await attempt()) await setImmediate()
      else await rest(every)
    }
  }
  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
      await end?.()
    },
  }
}

/** In the reason of a build: it makes the whole site. */
export const NIGHTLY = 'Nightly build'
/** The reason of a build in which only the pictures at the head of the map change. */
export const NEW_DAY = 'Other pictures for the new day'

/** A day of the society (YYYY-MM-DD): the server has its time. */
export const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

/** Today's `HH:MM` in local time. */
export function timeOfDay(moment: Date, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number)
  const at = new Date(moment)
  at.setHours(hours!, minutes, 0, 0)
  return at
}

/** When the next nightly build is due. */
export function nextNightly(now: Date, clock: string): Date {
  const at = timeOfDay(now, clock)
  if (at <= now) at.setDate(at.getDate() + 1)
  return at
}
