import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Threads in which the server reads lists: they stay as they are. */
const WORKER = 'WorkerThread'

/**
 * Lets processes run before all others of this machine, so that what somebody else does there is not measured; on Linux, for root. Their children and
 * their worker threads go before the others, too, but not before them.
 */
export function runFirst(...pids: number[]): void {
  for (const pid of pids) {
    writeFileSync(`/proc/${pid}/autogroup`, '-19')
    for (const thread of readdirSync(`/proc/${pid}/task`))
      if (readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() !== WORKER)
        execFileSync('chrt', ['--rr', '--reset-on-fork', '--pid', '10', thread])
  }
}
