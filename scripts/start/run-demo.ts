import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { trySetPriority } from '#server/scans/picture-process.ts'

const SCRIPT = fileURLToPath(new URL('./demo-process.ts', import.meta.url))
/** Nice value of what happens while the server runs: requests come first. */
const LOW_PRIORITY = 10

/** `town`: everything but the maps that a first start leaves for later. */
export type DemoStage = 'town' | 'maps'

/** A stage in a child process. Both promises reject if it fails; it has printed the reason. */
interface RunningDemo {
  /** The archive holds the town, so the site can be built. */
  imported: Promise<unknown>
  finished: Promise<void>
}

export function runDemo(stage: DemoStage): RunningDemo {
  const child = fork(SCRIPT, [stage], { execArgv: [] })
  if (stage === 'maps' && child.pid !== undefined) trySetPriority(child.pid, LOW_PRIORITY)
  const finished = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('The demo town is not finished. The next start continues.')
  })
  // Nobody may be waiting yet.
  finished.catch(() => {})
  return { imported: Promise.race([once(child, 'message'), finished]), finished }
}
