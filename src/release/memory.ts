import { totalmem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const MIB = 2 ** 20
/** More than a county's pages need (half a million items: 1.7 GiB), and little enough that a whole build stays below 4 GiB. */
const MOST = 3 * 1024 * MIB

/**
 * The limit of the heap of a process that builds, as options of `node`. Node's own is 2 GiB on most machines, which is little for the pages of a county, and 4 GiB
 * on large ones, where as much may be taken before anything is collected. None if NODE_OPTIONS sets one.
 */
export function heapLimit(memory = memoryOfMachine(), options = process.env.NODE_OPTIONS ?? ''): string[] {
  if (options.includes('max-old-space-size') || options.includes('max_old_space_size')) return []
  return [`--max-old-space-size=${Math.floor(Math.min(MOST, memory * 0.75) / MIB)}`]
}

/** Less in a container that has a limit. */
const memoryOfMachine = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

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
