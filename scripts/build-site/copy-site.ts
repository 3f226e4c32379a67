import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderWriter } from '#release/copy/folder-writer.ts'
import { makeCopy, type CopyReport } from '#release/copy/make-copy.ts'
import type { Lock } from '#locks/lock-file.ts'
import { openReleases } from '#release/releases.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import type { Config } from '#server/config.ts'
import { needsBuild } from '../start/needs-build.ts'
import { buildWith, PATIENCE } from './build-with.ts'
import { lastReport } from './last-report.ts'
import { openMadeFrom } from './made-from.ts'
import { openApi } from './own-api.ts'
import { siteAddress } from './site-address.ts'

interface CopySiteOptions {
  folder: FolderWriter
  maps: boolean
  small: boolean
  onProgress?: (done: number, of: number) => void
}

/** Writes the public site of this archive, brought up to date first, as a folder that opens from a disk. @throws {CopyRefused} */
export async function copySite(config: Config, options: CopySiteOptions): Promise<CopyReport> {
  const api = await openApi(config)
  let lock: Lock | undefined
  try {
    // What was withdrawn since the last build is in no copy. A new day is no reason: each copy would be another one.
    if ((await needsBuild(config, { api: api.address })) !== undefined)
      await buildWith(config, api, { full: false, nightly: false, rollback: undefined, standby: false })
    // No build changes the site meanwhile.
    lock = await openReleases(join(config.dataDir, 'site')).lock({ wait: PATIENCE })
    const { builtAt, changedAt = builtAt } = lastReport(config)!
    return await makeCopy({
      ...options,
      ...openMadeFrom(config, api.address),
      site: await realpath(join(config.dataDir, 'site', 'current')),
      live: siteAddress(config).replace(/\/$/, ''),
      day: new Date(societyDay(changedAt)!).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    })
  } finally {
    lock?.release()
    await api.close()
  }
}
