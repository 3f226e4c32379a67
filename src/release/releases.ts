import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'

/** For rolling back. */
export const KEPT_RELEASES = 3

/** Suffix of an unfinished release, after the process id, so that a dying build never writes into a newer one's folder. */
const UNFINISHED = '.half'
const SNAPSHOT = 'snapshot-'

/**
 * The releases of a site: `releases/1/`, `releases/2/` … and `current`, a relative symlink to the site in one of them (`releases/2/public`), which any web
 * server can serve.
 */
export function openReleases(siteFolder: string) {
  const root = join(siteFolder, 'releases')
  const link = join(siteFolder, 'current')
  let lock: Lock | undefined
  const entries = () => (existsSync(root) ? readdirSync(root) : [])
  const numbers = () =>
    entries()
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b)

  /** The folder of the current release; undefined before the first one. */
  function current(): string | undefined {
    try {
      const folder = join(siteFolder, dirname(readlinkSync(link)))
      return existsSync(folder) ? folder : undefined
    } catch {
      return undefined
    }
  }

  const remove = (path: string) => rmSync(path, { recursive: true, force: true })

  return {
    /** A unique path for a snapshot, because `openArchive` caches by folder. */
    snapshot: () => join(siteFolder, `${SNAPSHOT}${randomUUID()}`),
    current,
    /** Locks the site and creates the next release folder, removing leftovers of interrupted builds. Throws if another build is running. */
    begin(): string {
      mkdirSync(root, { recursive: true })
      lock = takeLock(siteFolder)
      try {
        for (const name of entries()) if (name.endsWith(UNFINISHED)) remove(join(root, name))
        for (const name of readdirSync(siteFolder)) if (name.startsWith(SNAPSHOT)) remove(join(siteFolder, name))
        const folder = join(root, `${(numbers().at(-1) ?? 0) + 1}-${process.pid}${UNFINISHED}`)
        mkdirSync(folder, { recursive: true })
        return folder
      } catch (problem) {
        lock.release()
        throw problem
      }
    },
    /** Switches to a release atomically and removes the oldest ones. */
    publish(folder: string): void {
      const name = String(Number.parseInt(basename(folder)))
      const done = join(root, name)
      renameSync(folder, done)
      const next = `${link}.next`
      rmSync(next, { force: true })
      // Relative, so that the data folder can be moved.
      symlinkSync(join('releases', name, RELEASE.site), next)
      // A rename replaces the old link atomically.
      renameSync(next, link)
      for (const number of numbers().slice(0, -KEPT_RELEASES)) {
        remove(join(root, String(number)))
      }
      lock?.release()
    },
    /** Removes an unfinished release. */
    abandon(folder: string): void {
      remove(folder)
      lock?.release()
    },
  }
}

/**
 * Locked by the building process; its mtime is the start of the build. Never removed: otherwise two builds could each lock a different file of this name.
 */
export const LOCK = 'build.lock'

function takeLock(siteFolder: string): Lock {
  const file = join(siteFolder, LOCK)
  const lock = lockFile(file, 'exclusive')
  if (!lock) {
    const since = statSync(file).mtime.toLocaleString('en-GB')
    throw new Error(
      `Another build of this site has been under way since ${since}. Wait until it is done, then build again.`,
    )
  }
  const now = new Date()
  utimesSync(file, now, now)
  return lock
}
