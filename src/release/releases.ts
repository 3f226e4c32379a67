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
import { setTimeout as pause } from 'node:timers/promises'
import { lockFile, type Lock } from '#locks/lock-file.ts'
import { applyJournal, type Journal, readJournal, UPDATE, writeJournal } from './update/journal.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'

/** For rolling back. */
const KEPT_RELEASES = 3

/** Suffix of an unfinished release, after the process id, so that a dying build never writes into a newer one's folder. */
const UNFINISHED = '.half'
const SNAPSHOT = 'snapshot-'
/** Milliseconds between looks at the lock of a build that is about to end. */
const LOOK_EVERY = 200

/**
 * The releases of a site: `releases/1/`, `releases/2/` … and `current`, a relative symlink to the site in one of them (`releases/2/public`), which any web
 * server can serve.
 */
export function openReleases(siteFolder: string) {
  const root = join(siteFolder, 'releases')
  const link = join(siteFolder, 'current')
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

  function switchTo(release: string): void {
    const next = `${link}.next`
    rmSync(next, { force: true })
    // Relative, so that the data folder can be moved.
    symlinkSync(join('releases', basename(release), RELEASE.site), next)
    // A rename replaces the old link atomically.
    renameSync(next, link)
  }

  /** An update of a build that was killed: completes or removes it. */
  function finishOrRemove(folder: string): void {
    const journal = readJournal(folder)
    if (journal && existsSync(join(root, journal.release))) applyJournal(folder, join(root, journal.release), journal)
    remove(folder)
  }

  return {
    /** A unique path for a snapshot, because `openArchive` caches by folder. */
    snapshot: () => join(siteFolder, `${SNAPSHOT}${randomUUID()}`),
    current,
    /** Locks the site for a build. If another one runs, waits for it as long as `patience` says; throws if it is not done by then. */
    async lock(patience?: Patience): Promise<Lock> {
      mkdirSync(root, { recursive: true })
      return takeLock(siteFolder, patience)
    },
    /** Creates the next release folder, removing leftovers of interrupted builds. For who holds the lock. */
    begin(): string {
      for (const name of entries()) {
        if (name.endsWith(UNFINISHED)) finishOrRemove(join(root, name))
        // Of earlier versions, which kept what each update replaced.
        else if (name.endsWith('.replaced')) remove(join(root, name))
      }
      for (const name of readdirSync(siteFolder)) if (name.startsWith(SNAPSHOT)) remove(join(siteFolder, name))
      const folder = join(root, `${(numbers().at(-1) ?? 0) + 1}-${process.pid}${UNFINISHED}`)
      mkdirSync(folder, { recursive: true })
      return folder
    },
    /** Completes an update that was interrupted while it replaced files, unless a build is running, which does it itself. */
    recover(): void {
      if (!entries().some((name) => existsSync(join(root, name, UPDATE.journal)) && name.endsWith(UNFINISHED))) return
      const own = lockFile(join(siteFolder, LOCK), 'exclusive')
      if (!own) return
      try {
        for (const name of entries()) if (name.endsWith(UNFINISHED)) finishOrRemove(join(root, name))
      } finally {
        own.release()
      }
    },
    /** After a process that built has died: waits until its build has ended too, at most so many milliseconds, and completes what it left half-done. */
    async takeOver(longest: number): Promise<void> {
      if (!existsSync(root)) return
      const deadline = performance.now() + longest
      for (;;) {
        const own = lockFile(join(siteFolder, LOCK), 'exclusive')
        own?.release()
        if (own || performance.now() > deadline) break
        await pause(LOOK_EVERY)
      }
      this.recover()
    },
    /** The folder of a release; undefined if it is not kept any more. */
    folderOf(name: string): string | undefined {
      return existsSync(join(root, name)) ? join(root, name) : undefined
    },
    switchTo,
    /** Switches to a release atomically and removes the oldest ones. */
    publish(folder: string): void {
      const name = String(Number.parseInt(basename(folder)))
      const done = join(root, name)
      renameSync(folder, done)
      switchTo(done)
      for (const number of numbers().slice(0, -KEPT_RELEASES)) {
        remove(join(root, String(number)))
      }
    },
    /** Updates a release in place with the files in `folder`. From the journal on, an interrupted update is completed by the next build. */
    update(folder: string, journal: Journal): void {
      writeJournal(folder, journal)
      applyJournal(folder, join(root, journal.release), journal)
      remove(folder)
    },
    /** Removes an unfinished release. An update that has begun to replace files is left for the next build, which completes it. */
    abandon(folder: string): void {
      if (!readJournal(folder)) remove(folder)
    },
  }
}

/**
 * Locked by the building process; its mtime is the start of the build. Never removed: otherwise two builds could each lock a different file of this name.
 */
export const LOCK = 'build.lock'

/** How long a build waits for another one, in milliseconds, and whom it tells in a sentence. */
export interface Patience {
  wait: number
  onWait?: (sentence: string) => void
}

async function takeLock(siteFolder: string, { wait, onWait }: Patience = { wait: 0 }): Promise<Lock> {
  const file = join(siteFolder, LOCK)
  const deadline = performance.now() + wait
  for (let told = false; ; told = true) {
    const lock = lockFile(file, 'exclusive')
    if (lock) {
      const now = new Date()
      utimesSync(file, now, now)
      return lock
    }
    const since = `Another build of this site has been under way since ${statSync(file).mtime.toLocaleString('en-GB')}.`
    if (performance.now() >= deadline) throw new Error(`${since} Wait until it is done, then build again.`)
    if (!told) onWait?.(`${since} This one begins when it is done.`)
    await pause(LOOK_EVERY)
  }
}
