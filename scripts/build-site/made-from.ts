import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openReleases } from '#release/releases.ts'
import { picturesOf } from '#release/media/site-media-files.ts'
import { openStates, stateName } from '#release/rollback/states.ts'
import { readBeside } from '#release/update/base.ts'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Config } from '#server/config.ts'
import { loadArchive, type Archive } from '#snapshot/archive.ts'
import { readSnapshot } from '#snapshot/files.ts'

/** Milliseconds: all sizes of a large picture may have to be made. */
const LONGEST = 120_000

export interface MadeFrom {
  archive: Archive
  /** Bytes of an address of the API; undefined where it is not public any more. @throws if it does not answer. */
  readApi(address: string): Promise<Uint8Array | undefined>
}

function currentSnapshot({ dataDir }: Pick<Config, 'dataDir'>): string | undefined {
  const siteFolder = join(dataDir, 'site')
  const release = openReleases(siteFolder).current()
  const report = release && readBeside<BuildReport>(release, RELEASE.report)
  const snapshot = report && openStates(siteFolder).folder(stateName(release, report))
  return snapshot && existsSync(snapshot) ? snapshot : undefined
}

/** The pictures of the current site, if there is one. */
export function currentPictures(config: Pick<Config, 'dataDir'>): ReturnType<typeof picturesOf> {
  const snapshot = currentSnapshot(config)
  return snapshot ? picturesOf(readSnapshot(snapshot)) : []
}

/** What the current site was made from: its archive, and the API at `api`, which has the pictures. @throws where there is no site, or it is too old. */
export function openMadeFrom(config: Pick<Config, 'dataDir'>, api: string): MadeFrom {
  const snapshot = currentSnapshot(config)
  if (!snapshot)
    throw new Error('What the site was made from is not there any more. Run "npm run build -- --full" first.')
  return {
    archive: loadArchive(snapshot),
    async readApi(address) {
      const answer = await fetch(api + address, { signal: AbortSignal.timeout(LONGEST) })
      if (answer.status === 404 || answer.status === 410) return undefined
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}
