import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BuildReport, Rollback } from '../report.ts'

/** A state of the site that can be rolled back to. */
export interface State {
  /** `3`: release 3 as it was built. `3.2`: after its second update. */
  name: string
  release: string
  builtAt: string
  pages: number
  rollback: Rollback | null
}

/** How many of the latest states to keep, besides the last of each release. */
const KEPT_STATES = 5

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
    return readdirSync(root)
      .flatMap((name): State[] => {
        try {
          return [JSON.parse(readFileSync(join(root, name, FILE), 'utf8')) as State]
        } catch {
          return []
        }
      })
      .sort((a, b) => (a.builtAt === b.builtAt ? compareNames(b.name, a.name) : a.builtAt < b.builtAt ? 1 : -1))
  }

  function keep(snapshot: string, release: string, report: BuildReport): void {
    const name = stateName(release, report)
    const state: State = {
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
    const kept = new Set(all.slice(0, KEPT_STATES).map((each) => each.name))
    for (const each of all) {
      const last = all.find(({ release }) => release === each.release)!
      if (existsSync(join(siteFolder, 'releases', each.release))) kept.add(last.name)
    }
    for (const each of readdirSync(root))
      if (!kept.has(each)) rmSync(join(root, each), { recursive: true, force: true })
  }

  return {
    list,
    /** The folder of its snapshot. */
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
