import { SingleBar } from 'cli-progress'

/** Milliseconds between lines without a terminal. */
const LINE_EVERY = 5000

export interface ProgressLine {
  update(done: number, total: number): void
  end(): void
}

/** Shows progress: a bar with rate and time left on a terminal, otherwise a line now and then. */
export function showProgress(label: string, unit: string, scale = 1): ProgressLine {
  const started = performance.now()
  const rate = (done: number) => Math.round(done / scale / Math.max((performance.now() - started) / 1000, 0.001))
  const text = (done: number, total: number) =>
    `${label}: ${Math.round(done / scale)} of ${Math.round(total / scale)} ${unit}, ${rate(done)}/s`
  let last = { done: 0, total: 0 }
  if (!process.stderr.isTTY) {
    let printed = started
    return {
      update(done, total) {
        last = { done, total }
        if (performance.now() - printed < LINE_EVERY) return
        printed = performance.now()
        console.error(text(done, total))
      },
      end() {
        if (last.total > 0) console.error(text(last.done, last.total))
      },
    }
  }
  const bar = new SingleBar({
    format: `${label.padEnd(10)} {bar} {percentage} %  {count} of {all} ${unit}  {rate}/s  {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    etaBuffer: 200,
  })
  return {
    update(done, total) {
      last = { done, total }
      const payload = { count: Math.round(done / scale), all: Math.round(total / scale), rate: rate(done) }
      if (bar.isActive) bar.update(done, payload)
      else bar.start(total, done, payload)
    },
    end: () => bar.stop(),
  }
}
