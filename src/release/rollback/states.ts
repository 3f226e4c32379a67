import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BuildReport, Rollback } from '../report.ts'

export interface State {
  /** `3`: release 3 as it was built. `3.2`: after its second update. */
  name: string
  release: string
  builtAt: string
  pages: number
  rollback: Rollback | null
  /** On the disk, without what newer states share with it. */
  bytes: number
}

/** What is kept besides the current state: the latest ones and the last of each release, while they are not older and all together not larger. */
export const KEPT = { states: 5, days: 30, bytes: 2e9 }
const DAY = 24 * 60 * 60_000

const FOLDER = 'states'
const FILE = 'state.json'

export const stateName = (release: string, { update }: Pick<BuildReport, 'update'>): string =>
  update ? `${basename(release)}.${update.number}` : basename(release)

/** The states of a site: the archive as each was made from it, in `states/3.2/`, which nothing serves. */
export function openStates(siteFolder: string) {
  const root = join(siteFolder, FOLDER)

  /** Newest first. */
  function list(): State[] {
    if (!existsSync(root)) return []
    const seen = new Set<number>()
    return readdirSync(root)
      .flatMap((name): State[] => {
        try {
          return [{ ...(JSON.parse(readFileSync(join(root, name, FILE), 'utf8')) as State), bytes: 0 }]
        } catch {
          return []
        }
      })
      .sort((a, b) => (a.builtAt === b.builtAt ? compareNames(b.name, a.name) : a.builtAt < b.builtAt ? 1 : -1))
      .map((state) => ({ ...state, bytes: bytesOf(join(root, state.name), seen) }))
  }

  function keep(snapshot: string, release: string, report: BuildReport): void {
    const name = stateName(release, report)
    const state: Omit<State, 'bytes'> = {
      name,
      release: basename(release),
      builtAt: report.builtAt,
      pages: report.counts.pages!,
      rollback: report.rollback ?? null,
    }
    writeFileSync(join(snapshot, FILE), JSON.stringify(state))
    mkdirSync(root, { recursive: true })
    rmSync(join(root, name), { recursive: true, force: true })
    renameSync(snapshot, join(root, name))
    const all = list()
    const kept = new Set<string>()
    const oldest = Date.parse(report.builtAt) - KEPT.days * DAY
    let bytes = 0
    for (const [at, each] of all.entries()) {
      const isLast = all.findIndex(({ release }) => release === each.release) === at
      const isWanted = at < KEPT.states || (isLast && existsSync(join(siteFolder, 'releases', each.release)))
      const fits = bytes + each.bytes <= KEPT.bytes && Date.parse(each.builtAt) >= oldest
      if (at > 0 && !(isWanted && fits)) continue
      bytes += each.bytes
      kept.add(each.name)
    }
    for (const each of readdirSync(root))
      if (!kept.has(each)) rmSync(join(root, each), { recursive: true, force: true })
  }

  return {
    list,
    folder: (name: string) => join(root, name),
    /** Where a snapshot is after `keep`, which moves it. */
    kept: (snapshot: string, release: string, report: BuildReport): string =>
      existsSync(snapshot) ? snapshot : join(root, stateName(release, report)),
    /** Keeps the snapshot that a release was made from, and removes the oldest ones. If the disk is full, it is not offered for a rollback. */
    keep(snapshot: string, release: string, report: BuildReport): void {
      try {
        keep(snapshot, release, report)
      } catch {
        // The site itself is complete.
      }
    },
  }
}

function compareNames(a: string, b: string): number {
  const [first, second] = [a, b].map((name) => name.split('.').map(Number))
  return first![0]! - second![0]! || (first![1] ?? 0) - (second![1] ?? 0)
}

/** Files that were counted already are hard links of others. */
function bytesOf(folder: string, seen: Set<number>): number {
  return readdirSync(folder).reduce((sum, name) => {
    const { ino, size } = statSync(join(folder, name))
    return seen.has(ino) ? sum : (seen.add(ino), sum + size)
  }, 0)
}
