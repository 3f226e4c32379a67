import { atom } from 'nanostores'
import { latestOnly } from './latest-only.ts'

/** What is loaded. The last value, or why there is none, stays while it is loaded again; the value also when that fails. */
export type Resource<Value> =
  | { state: 'loading'; value?: Value | undefined; problem?: unknown }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; value?: Value | undefined; problem: unknown }

/** A store of what `read` answers. Of several loads only the newest counts. */
export function resource<Value, Args extends unknown[] = []>(
  read: (signal: AbortSignal, ...args: Args) => Promise<Value>,
) {
  const $resource = atom<Resource<Value>>({ state: 'loading' })
  const requests = latestOnly()
  const end = () => requests.end()
  return {
    $resource,
    /** Never rejects. True if its answer counts. */
    async load(...args: Args): Promise<boolean> {
      const { signal, isCurrent } = requests.next()
      const { value, ...before } = $resource.get()
      $resource.set({ ...before, state: 'loading', value })
      const next = await read(signal, ...args).then(
        (value) => ({ state: 'ready' as const, value }),
        (problem: unknown) => ({ state: 'failed' as const, value, problem }),
      )
      if (!isCurrent()) return false
      $resource.set(next)
      return true
    },
    /** What is known without a load; an answer that is on its way is older. */
    set(value: Value) {
      end()
      $resource.set({ state: 'ready', value })
    },
    /** What is known changes; an answer that is on its way counts. */
    change(work: (value: Value) => Value) {
      const now = $resource.get()
      if (now.value !== undefined) $resource.set({ ...now, value: work(now.value) })
    },
    /** Something else is to be loaded. */
    clear() {
      end()
      $resource.set({ state: 'loading' })
    },
    end,
  }
}

/** Runs changes, and tells why the newest one was not done. `describe` makes a refusal of a problem. */
export function action<Refusal>(describe: (problem: unknown) => Refusal) {
  const $refusal = atom<Refusal | null>(null)
  const $isRunning = atom(false)
  let newest = 0
  return {
    $refusal,
    $isRunning,
    /** True if it was done. */
    async run(work: () => Promise<unknown>): Promise<boolean> {
      const own = ++newest
      $refusal.set(null)
      $isRunning.set(true)
      try {
        await work()
        return true
      } catch (problem) {
        if (own === newest) $refusal.set(describe(problem))
        return false
      } finally {
        if (own === newest) $isRunning.set(false)
      }
    },
    /** Something else is shown: what still runs is done, and not told any more. */
    clear() {
      newest += 1
      $refusal.set(null)
      $isRunning.set(false)
    },
  }
}
