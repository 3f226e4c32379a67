import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadApi } from '#release/media/site-media-files.ts'
import { openReleases } from '#release/releases.ts'
import { picturesOf } from '#release/media/site-media-files.ts'
import { openStates, stateName } from '#release/rollback/states.ts'
import { readBeside } from '#release/update/base.ts'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Config } from '#server/config.ts'
import { loadArchive, openArchive, type Archive } from '#snapshot/archive.ts'

/** Milliseconds: all sizes of a large picture may have to be made. */
const LONGEST = 120_000

export interface MadeFrom {
  archive: Archive
  readApi: ReadApi
}

/** Bytes that are held in memory; of a longer answer, such as a recording, the stream is handed on. */
const HELD = 8 * 1024 ** 2

/** Reads from the API at `api`. */
export const createReadApi =
  (api: string): ReadApi =>
  async (address) => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), LONGEST)
    try {
      const answer = await fetch(api + address, { signal: late.signal })
      if (answer.status === 404 || answer.status === 410) return undefined
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
      if (Number(answer.headers.get('content-length')) > HELD) return answer.body!
      return new Uint8Array(await answer.arrayBuffer())
    } finally {
      clearTimeout(timer)
    }
  }

function currentSnapshot({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  const siteFolder = join(dataDir, 'site')
  const release = openReleases(siteFolder).current()
  const report = release && readBeside<BuildReport>(release, RELEASE.report)
  const snapshot = report && openStates(siteFolder).folder(stateName(release, report))
  return snapshot && existsSync(snapshot) ? snapshot : undefined
}

/** The pictures of the current site, if there is one. An update has its archive open in any case. */
export function currentPictures(config: Pick<Config, 'dataDir'>): ReturnType<typeof picturesOf> {
  const snapshot = currentSnapshot(config)
  try {
    return snapshot ? picturesOf(openArchive(snapshot)) : []
  } catch {
    // Of a version that is not read any more: the build must go on.
    return []
  }
}

/** What the current site was made from: its archive, and the API at `api`, which has the pictures. @throws where there is no site, or it is too old. */
export function openMadeFrom(config: Pick<Config, 'dataDir'>, api: string): MadeFrom {
  const snapshot = currentSnapshot(config)
  if (!snapshot)
    throw new Error('What the site was made from is not there any more. Run "npm run build -- --full" first.')
  return {
    archive: loadArchive(snapshot),
    readApi: createReadApi(api),
  }
}
