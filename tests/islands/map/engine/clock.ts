/** A fake clock. */
export function createClock() {
  let now = 0
  let timers: { at: number; call: () => void }[] = []
  return {
    schedule(milliseconds: number, call: () => void): () => void {
      const timer = { at: now + milliseconds, call }
      timers.push(timer)
      return () => (timers = timers.filter((each) => each !== timer))
    },
    pass(milliseconds: number): void {
      const until = now + milliseconds
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((each) => each !== next)
        now = next.at
        next.call()
      }
      now = until
    },
    waiting: () => timers.length,
  }
}
