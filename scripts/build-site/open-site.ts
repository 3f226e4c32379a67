import { join } from 'node:path'
import { openReleases } from '#release/releases.ts'
import type { Config } from '#server/config.ts'
import { createSite } from '#server/site/site.ts'

/** The built site, for a server. An update that was interrupted while it replaced files is completed first. */
export function openSite({ dataDir }: Pick<Config, 'dataDir'>): ReturnType<typeof createSite> {
  const folder = join(dataDir, 'site')
  openReleases(folder).recover()
  return createSite(folder)
}
