import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderWriter } from '#release/copy/folder-writer.ts'
import { makeCopy, type CopyReport } from '#release/copy/make-copy.ts'
import type { Config } from '#server/config.ts'
import { outdated } from './background-build.ts'
import { buildWith } from './build-with.ts'
import { openMadeFrom } from './made-from.ts'
import { openApi } from './own-api.ts'
import { siteAddress } from './site-address.ts'

interface CopySiteOptions {
  folder: FolderWriter
  maps: boolean
  small: boolean
  now: Date
  onProgress?: (done: number, of: number) => void
}

/** Writes the public site of this archive, brought up to date first, as a folder that opens from a disk. @throws {CopyRefused} */
export async function copySite(config: Config, { now, ...options }: CopySiteOptions): Promise<CopyReport> {
  const api = await openApi(config)
  try {
    // What was withdrawn since the last build is in no copy.
    if ((await outdated(config)) !== undefined)
      await buildWith(config, api, { full: false, nightly: false, rollback: undefined, standby: false })
    return await makeCopy({
      ...options,
      ...openMadeFrom(config, api.address),
      site: await realpath(join(config.dataDir, 'site', 'current')),
      live: siteAddress(config).replace(/\/$/, ''),
      day: now.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
    })
  } finally {
    await api.close()
  }
}
