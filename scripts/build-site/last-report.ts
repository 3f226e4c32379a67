import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReleases } from '#release/releases.ts'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/site-routing.ts'
import type { Config } from '#server/config.ts'

/** What the build of the site that is served said of itself; undefined where there is none, or none that can be read. */
export function lastReport({ dataDir }: Pick<Config, 'dataDir'>): BuildReport | undefined {
  const release = openReleases(join(dataDir, 'site')).current()
  if (release === undefined) return undefined
  try {
    return JSON.parse(readFileSync(join(release, RELEASE.report), 'utf8')) as BuildReport
  } catch {
    return undefined
  }
}
