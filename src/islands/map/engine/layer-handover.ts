import type { Schedule } from '#stores/shared/deps.ts'

/** Milliseconds that an old layer stays under its successors, at most. */
export const STAY = 2_000

interface HandoverOptions {
  schedule: Schedule
  /** Takes a layer off the map. */
  remove(key: string): void
}

/** Keeps an old layer under its successors until they cover the view, so that the background never shows through. */
export function createHandover({ schedule, remove }: HandoverOptions) {
  const leaving = new Map<string, { awaited: Set<string>; cancelTimer(): void }>()

  function go(key: string): void {
    leaving.get(key)?.cancelTimer()
    if (leaving.delete(key)) remove(key)
  }
  function settle(key: string, successors: readonly string[] = []): void {
    for (const [old, { awaited }] of [...leaving]) {
      if (!awaited.delete(key)) continue
      // The awaited layer leaves itself: wait for its successors instead.
      for (const successor of successors) if (successor !== old) awaited.add(successor)
      if (awaited.size === 0) go(old)
    }
  }
  return {
    /** Removes a layer once its successors cover the view; at once without successors. */
    leave(key: string, successors: readonly string[]) {
      settle(key, successors)
      if (successors.length === 0) remove(key)
      else leaving.set(key, { awaited: new Set(successors), cancelTimer: schedule(STAY, () => go(key)) })
    },
    /** A layer covers the view or is away: stop waiting for it. */
    ready: (key: string) => settle(key),
    /** Keeps a leaving layer. False when it was not leaving. */
    recall(key: string): boolean {
      leaving.get(key)?.cancelTimer()
      return leaving.delete(key)
    },
  }
}
