import { existsSync, readFileSync, readdirSync } from 'node:fs'

/** Memory of a process and everything that it started, in bytes: proportional set sizes, so that shared pages count once. */
function memoryOf(pid: number): number {
  let total = 0
  try {
    const own = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    total += Number(own?.[1] ?? 0) * 1024
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim()
      for (const child of children.split(' ')) if (child !== '') total += memoryOf(Number(child))
    }
  } catch {
    // A process that ended between two looks holds no memory.
  }
  return total
}

export interface Peak {
  bytes: number
  /** What it was doing then, as it said itself. */
  during: string
}

/** Milliseconds between two looks, and how many times as long as a look: the memory of a large process takes a while to add up, in which it is held up. */
const PAUSE = { least: 250, looks: 50 }

/**
 * Looks at a process, a few times a second at most. `peak()` answers the most that was seen, undefined where there is no /proc.
 * @param doing says what it is doing at this moment.
 */
export function watchMemory(pid: number, doing: () => string): { peak(): Peak | undefined; stop(): void } {
  if (!existsSync('/proc/self/smaps_rollup')) return { peak: () => undefined, stop: () => {} }
  let most: Peak = { bytes: 0, during: '' }
  const look = () => {
    const began = performance.now()
    const bytes = memoryOf(pid)
    if (bytes > most.bytes) most = { bytes, during: doing() }
    timer = setTimeout(look, Math.max(PAUSE.least, PAUSE.looks * (performance.now() - began)))
  }
  let timer = setTimeout(look, PAUSE.least)
  return { peak: () => most, stop: () => clearTimeout(timer) }
}
