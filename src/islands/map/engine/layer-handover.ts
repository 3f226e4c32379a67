/** Milliseconds that a layer stays under the one that takes its place, at most. */
export const STAY = 2_000

export interface HandoverParts {
  later(milliseconds: number, call: () => void): () => void
  /** Takes a layer off the map. */
  take(key: string): void
}
export interface Handover {
  /** A layer is to leave; those that take its place are named. With none it leaves at once. */
  leave(key: string, successors: readonly string[]): void
  /** A layer covers the view now, or is away: nothing is to be waited for. */
  settled(key: string): void
  /** True when a layer was about to leave; it stays then. */
  recall(key: string): boolean
  stop(): void
}

/** Keeps what leaves the map under what takes its place until that covers the view, so that no bare ground shows between them. */
export function createHandover({ later, take }: HandoverParts): Handover {
  const leaving = new Map<string, { awaited: Set<string>; forget(): void }>()

  function go(key: string): void {
    leaving.get(key)?.forget()
    if (leaving.delete(key)) take(key)
  }
  function settle(key: string, successors: readonly string[] = []): void {
    for (const [old, { awaited }] of [...leaving]) {
      if (!awaited.delete(key)) continue
      // Who waited for one that leaves itself waits for what takes that one's place.
      for (const successor of successors) if (successor !== old) awaited.add(successor)
      if (awaited.size === 0) go(old)
    }
  }
  return {
    leave(key, successors) {
      settle(key, successors)
      if (successors.length === 0) take(key)
      else leaving.set(key, { awaited: new Set(successors), forget: later(STAY, () => go(key)) })
    },
    settled: (key) => settle(key),
    recall(key) {
      leaving.get(key)?.forget()
      return leaving.delete(key)
    },
    stop() {
      for (const key of [...leaving.keys()]) go(key)
    },
  }
}
