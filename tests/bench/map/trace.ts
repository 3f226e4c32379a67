import type { CDPSession } from 'playwright'

/** An event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  name: string
  ts: number
  dur?: number
  /** Of its thread's own processor time. */
  tdur?: number
  pid: number
  tid: number
  args: { data?: { type?: string }; elementCount?: number }
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame']
const TASKS = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/** What the browser itself writes down while something is done. */
export async function traced(
  session: CDPSession,
  work: () => Promise<void>,
  categories = CATEGORIES,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await work()
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  return events.toSorted((a, b) => a.ts - b.ts)
}

/** Milliseconds of processor time that the page's own thread takes from each mark of a name to the next: what else the machine does is not in it. */
export async function taskTimes(session: CDPSession, mark: string, work: () => Promise<void>): Promise<number[]> {
  const events = await traced(session, work, TASKS)
  const marks = events.filter(({ name }) => name === mark)
  const [{ pid, tid } = { pid: 0, tid: 0 }] = marks
  const times = marks.slice(1).map(() => 0)
  let at = -1
  for (const each of events) {
    while (at + 1 < marks.length && marks[at + 1]!.ts <= each.ts + (each.dur ?? 0)) at++
    if (each.name === 'RunTask' && each.pid === pid && each.tid === tid && at >= 0 && at < times.length)
      times[at]! += (each.tdur ?? 0) / 1000
  }
  return times
}

/**
 * Milliseconds from each event of a kind, as it reaches the page, to the frame on screen that shows its answer: the first that was drawn after what the
 * page painted had been handed over.
 */
export function answersTo(kind: string, events: readonly TraceEvent[]): number[] {
  const ends = (name: string) => events.filter((event) => event.name === name).map(({ ts, dur = 0 }) => ts + dur)
  const [commits, frames] = [ends('Commit'), ends('DrawFrame')]
  return events
    .filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === kind)
    .flatMap(({ ts }) => {
      const handed = commits.find((end) => end > ts)
      const drawn = frames.find((end) => handed !== undefined && end > handed)
      return drawn === undefined ? [] : [(drawn - ts) / 1000]
    })
}
