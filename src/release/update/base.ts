import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import type { Build, ReleaseOptions } from '../build-steps.ts'
import { settingsVersion } from '../settings.ts'
import type { BuildReport } from '../report.ts'
import { type Contents, openingOf } from './contents.ts'

/** The release that an update starts from. */
export interface Base {
  release: string
  contents: Contents
  report: BuildReport
}

/** The current release if it can be updated: made by the same code with the same settings. */
export function findBase(release: string, code: string, { source, apiBase, site }: ReleaseOptions): Base | undefined {
  const contents = readBeside<Contents>(release, RELEASE.contents)
  const report = readBeside<BuildReport>(release, RELEASE.report)
  if (!contents || !report) return undefined
  const settings = report.settings ?? ''
  const same =
    settings === settingsVersion() &&
    report.code === code &&
    report.source === source &&
    report.apiBase === apiBase &&
    report.site === site
  return same ? { release, contents, report } : undefined
}

/** False if the map opens with other pictures, which only a full build draws. */
export const opensAlike = ({ contents }: Base, { snapshot }: Build): boolean =>
  contents.opening === openingOf(openArchive(snapshot))

/** Undefined in a release by an older version of Lotline. */
function readBeside<Value>(release: string, name: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(join(release, name), 'utf8')) as Value
  } catch {
    return undefined
  }
}
