import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReleases } from '#release/releases.ts'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Config } from '#server/config.ts'

/** The build report of the current release; undefined if there is none, or it is unreadable. */
export function lastReport({ dataDir }: Pick<Config, 'dataDir'>): BuildReport | undefined {
  const release = openReleases(join(dataDir, 'site')).current()
  if (release === undefined) return undefined
  try {
    return JSON.parse(readFileSync(join(release, RELEASE.report), 'utf8')) as BuildReport
  } catch {
    return undefined
  }
}
