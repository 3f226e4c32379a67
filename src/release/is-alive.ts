/** True while a process of this number runs, whoever started it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // Another user's process is alive though we may not signal it.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}
