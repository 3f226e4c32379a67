/** Milliseconds that a speed is measured over, and the least before it is told. */
const WINDOW = 15_000
const LEAST = 2_000

/** Bytes per second of the last seconds; 0 until it can be told. */
export function createSpeed(now: () => number) {
  let samples: { time: number; bytes: number }[] = []
  return {
    measure(bytes: number): number {
      const time = now()
      // An aborted upload counts less than before: measured anew.
      if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
      samples.push({ time, bytes })
      samples = samples.filter((each) => time - each.time <= WINDOW)
      const first = samples[0]!
      const elapsed = time - first.time
      return elapsed < LEAST ? 0 : Math.round(((bytes - first.bytes) / elapsed) * 1000)
    },
    reset() {
      samples = []
    },
  }
}
