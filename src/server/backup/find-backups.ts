import { createReadStream, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Takedown } from '#contract/review.ts'
import type { Config } from '../config.ts'
import { UNFINISHED } from '../storage/keys.ts'
import { SUMS_FILE } from './format.ts'

/** Bytes that are looked through for the checksums at the end of a backup. */
const MOST_SUMS = 2 ** 26

/** Whether a backup holds an original; also if that is not known. */
async function holds(backup: string, sha256: string): Promise<boolean> {
  const { size } = await stat(backup)
  for (let bytes = 2 ** 20; bytes <= MOST_SUMS; bytes *= 8) {
    const tail = Buffer.concat(await createReadStream(backup, { start: Math.max(0, size - bytes) }).toArray())
    const sums = tail.lastIndexOf(`${SUMS_FILE}\0`)
    if (sums >= 0) return tail.includes(sha256, sums)
  }
  return true
}

/** Also one that is being written: it began before the picture went. */
const isBackup = (name: string) => name.endsWith('.tar') || (name.includes('.tar.') && name.endsWith(UNFINISHED))

/** The backups of this machine that hold an original, in the folder of the nightly ones and beside the archive. */
export async function findBackups({ backups, mediaDir }: Config, key: string): Promise<Takedown['backups']> {
  const found: Takedown['backups'] = []
  for (const folder of new Set([backups?.folder ?? dirname(mediaDir), dirname(mediaDir)]))
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      const path = join(folder, name)
      const made = await stat(path).catch(() => undefined)
      if (!made) continue
      const isHeld = name.startsWith('before-restore-')
        ? existsSync(join(path, basename(mediaDir), key))
        : isBackup(name) && (await holds(path, basename(key).split('.')[0]!).catch(() => true))
      if (isHeld)
        found.push({ path: join(folder, name.replace(/(?<=\.tar)\..*/, '')), made_at: made.mtime.toISOString() })
    }
  return found
}
