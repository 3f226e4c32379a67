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

/**
 * Looks at a process four times a second. `peak()` answers the most that was seen, undefined where there is no /proc.
 * @param doing says what it is doing at this moment.
 */
export function watchMemory(pid: number, doing: () => string): { peak(): Peak | undefined; stop(): void } {
  if (!existsSync('/proc/self/smaps_rollup')) return { peak: () => undefined, stop: () => {} }
  let most: Peak = { bytes: 0, during: '' }
  const look = () => {
    const bytes = memoryOf(pid)
    if (bytes > most.bytes) most = { bytes, during: doing() }
  }
  const timer = setInterval(look, 250)
  return { peak: () => most, stop: () => clearInterval(timer) }
}
