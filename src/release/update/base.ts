import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import type { Build, ReleaseOptions } from '../build-steps.ts'
import { settingsVersion } from '../settings.ts'
import type { BuildReport } from '../report.ts'
import { type Contents, openingOf } from './contents.ts'

export interface Base {
  release: string
  contents: Contents
  report: BuildReport
}

/** The current release if it can be updated: made by the same code with the same settings. */
export function findBase(
  release: string,
  code: string,
  { source, apiBase, pictures, site, mediaUrl }: ReleaseOptions,
): Base | undefined {
  const contents = readContents(release)
  const report = readBeside<BuildReport>(release, RELEASE.report)
  if (!contents || !report) return undefined
  const settings = report.settings ?? ''
  const same =
    settings === settingsVersion() &&
    report.code === code &&
    report.source === source &&
    report.apiBase === apiBase &&
    report.pictures === pictures &&
    report.site === site &&
    report.mediaUrl === mediaUrl
  return same ? { release, contents, report } : undefined
}

/** False if the map opens with other pictures, or projects of Local Contexts are others: only a full build draws these. */
export const opensAlike = ({ contents }: Base, { snapshot }: Build): boolean =>
  contents.opening === openingOf(openArchive(snapshot))

/** The last one, in a process that updates a site again and again: the file is replaced as a whole. */
let known: { file: string; contents: Contents } | undefined

function readContents(release: string): Contents | undefined {
  const file = identityOf(join(release, RELEASE.contents))
  if (file === undefined || known?.file !== file) {
    const contents = readBeside<Contents>(release, RELEASE.contents)
    known = file && contents ? { file, contents } : undefined
  }
  return known?.contents
}

/** Writes the contents of a release; the next build in this process need not read them. */
export function writeContents(file: string, contents: Contents): void {
  writeFileSync(file, JSON.stringify(contents))
  known = { file: identityOf(file)!, contents }
}

/** Stays when the file is renamed. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}:${found.mtimeNs}`
}

/** Undefined in a release by an older version of Lotline. */
export function readBeside<Value>(release: string, name: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(join(release, name), 'utf8')) as Value
  } catch {
    return undefined
  }
}
