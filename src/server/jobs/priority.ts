import { setPriority } from 'node:os'

/** Sets the priority (nice value) of a process, or leaves it where the system doesn't permit that or the process is gone. */
export function trySetPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority)
  } catch {
    // It keeps the normal priority.
  }
}
