import { join } from 'node:path'
import type { SiteState } from '#contract/operations.ts'
import { openReleases } from '#release/releases.ts'
import { openStates, stateName } from '#release/rollback/states.ts'
import type { Config } from '#server/config.ts'
import { lastReport } from './last-report.ts'

/** The states of the site that are kept, newest first, and the one that is served. */
export function siteStates(config: Pick<Config, 'dataDir'>): { current: string | undefined; all: SiteState[] } {
  const folder = join(config.dataDir, 'site')
  const [release, report] = [openReleases(folder).current(), lastReport(config)]
  const all = openStates(folder)
    .list()
    .map(({ name, builtAt, pages, rollback, bytes }) => ({
      name,
      built_at: builtAt,
      pages,
      bytes,
      rolled_back: rollback && { to: rollback.to, at: rollback.at },
    }))
  return { current: release && report && stateName(release, report), all }
}
