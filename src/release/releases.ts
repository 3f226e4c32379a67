import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { RELEASE } from '#rules/site-routing.ts'
import { isAlive } from './is-alive.ts'

/** So many releases stay, for rolling back. */
export const KEPT_RELEASES = 3

/**
 * The releases of a site under its folder: `releases/1/`, `releases/2/` … and `current`, a relative link to the built site in one of them
 * (`releases/2/public`), which any web server can serve as it is.
 */
export interface Releases {
  /** Where a build may keep its snapshot: a name of its own each time, because archives that were opened are remembered by their folder. */
  snapshot(): string
  /** The folder of the release that visitors see; undefined before the first one. */
  current(): string | undefined
  /**
   * A new, empty folder, numbered after the last. Half releases and snapshots that an interrupted build left are removed first. Throws when
   * another build is under way.
   */
  begin(): string
  /** Makes a begun release the one that visitors see, in one step, and removes the oldest ones. */
  publish(folder: string): void
  /** Removes a begun release. */
  abandon(folder: string): void
}

/** A release that is being made has this at the end of its name, and before it the process: what an abandoned one still writes is in no other's. */
const HALF = '.half'
const SNAPSHOT = 'snapshot-'

export function openReleases(siteFolder: string): Releases {
  const root = join(siteFolder, 'releases')
  const link = join(siteFolder, 'current')
  const turn = join(siteFolder, 'building')
  const entries = () => (existsSync(root) ? readdirSync(root) : [])
  const numbers = () =>
    entries()
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b)

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
    snapshot: () => join(siteFolder, `${SNAPSHOT}${randomUUID()}`),
    current,
    begin() {
      mkdirSync(root, { recursive: true })
      takeTurn(turn)
      for (const name of entries()) if (name.endsWith(HALF)) remove(join(root, name))
      for (const name of readdirSync(siteFolder)) if (name.startsWith(SNAPSHOT)) remove(join(siteFolder, name))
      const folder = join(root, `${(numbers().at(-1) ?? 0) + 1}-${process.pid}${HALF}`)
      mkdirSync(folder, { recursive: true })
      return folder
    },
    publish(folder) {
      const name = String(Number.parseInt(basename(folder)))
      const done = join(root, name)
      renameSync(folder, done)
      const next = `${link}.next`
      rmSync(next, { force: true })
      // Relative, so that the whole data folder can be moved.
      symlinkSync(join('releases', name, RELEASE.site), next)
      // A rename replaces the old link in one step: there is no moment without a site.
      renameSync(next, link)
      for (const number of numbers().slice(0, -KEPT_RELEASES)) {
        remove(join(root, String(number)))
      }
      rmSync(turn, { force: true })
    },
    abandon(folder) {
      remove(folder)
      rmSync(turn, { force: true })
    },
  }
}

/** Notes this process as the one that builds. A note that a dead process left is taken over. */
function takeTurn(file: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch {
      const other = Number(readFileSync(file, 'utf8'))
      if (other !== process.pid && isAlive(other)) break
      rmSync(file, { force: true })
    }
  }
  throw new Error('Another build of this site is under way. Wait until it is done, then build again.')
}
