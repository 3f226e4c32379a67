import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from '#locks/lock-file.ts'

const LOCK = /^(release-.+)\.lock$/

/**
 * A folder for Astro's output below `parent`: one per build, since several archives may be built at the same time. A lock file beside it marks it as in
 * use; folders whose lock is free belong to builds that were killed, and are removed.
 */
export function bundleFolder(parent: string): { folder: string; remove(): void } {
  mkdirSync(parent, { recursive: true })
  const acquire = (name: string) => {
    const [folder, file] = [join(parent, name), join(parent, `${name}.lock`)]
    const lock = lockFile(file, 'exclusive')
    if (!lock) return undefined
    const remove = () => {
      for (const path of [folder, file]) rmSync(path, { recursive: true, force: true })
      lock.release()
    }
    return { folder, remove }
  }
  for (const entry of readdirSync(parent)) {
    const name = LOCK.exec(entry)?.[1]
    if (name) acquire(name)?.remove()
  }
  for (;;) {
    // Another build's clean-up may hold the lock of a file that was created a moment ago.
    const acquired = acquire(`release-${randomUUID()}`)
    if (acquired) return acquired
  }
}
