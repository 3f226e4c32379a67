import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { trySetPriority } from '#server/jobs/priority.ts'

const SCRIPT = fileURLToPath(new URL('./demo-process.ts', import.meta.url))
/** Nice value of what happens while the server runs: requests come first. */
const LOW_PRIORITY = 10

/** `town`: everything that the site is built from. `rest`: the smallest sizes of the pictures, and the maps that a first start leaves for later. */
export type DemoStage = 'town' | 'rest'

/** Runs a stage in a child process. Rejects if it fails; it has printed the reason. */
export async function runDemo(stage: DemoStage): Promise<void> {
  const child = fork(SCRIPT, [stage], { execArgv: [] })
  if (stage === 'rest' && child.pid !== undefined) trySetPriority(child.pid, LOW_PRIORITY)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The demo town is not finished. The next start continues.')
}
