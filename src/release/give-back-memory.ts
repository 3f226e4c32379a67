import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Returns unused memory to the system before the next process needs it. V8 keeps its heap at its peak size: three times what is in use after the pull, and
 * after bundling. Takes 0.1 s for 10,000 items.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  // Only the last-resort collection shrinks the heap.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
