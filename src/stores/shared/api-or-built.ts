import { withSlowFallback } from './debounce.ts'
import type { Schedule } from './deps.ts'
import { latestOnly } from './latest-only.ts'

/** Loads from the API, or from the last build while that is slow or away. Of several loads only the newest counts. */
export function apiOrBuilt(schedule: Schedule, isAway: () => boolean) {
  const requests = latestOnly()
  return {
    /** `show` may be called twice: with what the last build has, and then with the answer. Undefined if neither has it. */
    async load<Value>(
      readApi: (signal: AbortSignal) => Promise<Value>,
      readBuilt: () => Promise<Value>,
      show: (value: Value | undefined, from: 'api' | 'built') => void,
    ): Promise<void> {
      const { signal, isCurrent } = requests.next()
      let [from, isOver]: ['api' | 'built', boolean] = ['api', false]
      const fallBack = async () => {
        from = 'built'
        return signal.aborted ? undefined : readBuilt().catch(() => undefined)
      }
      const answer = isAway() ? fallBack() : readApi(signal).catch(fallBack)
      const value = await withSlowFallback(schedule, answer, readBuilt, (built) => {
        if (isCurrent() && !isOver) show(built, 'built')
      })
      isOver = true
      if (isCurrent()) show(value, from)
    },
    end: requests.end,
  }
}
