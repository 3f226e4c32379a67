import { createClient } from '#client/read-client.ts'
import { fetchNewest } from '#client/fetch-newest.ts'
import { codeVersion } from '#release/code-version.ts'
import type { Config } from '#server/config.ts'
import { lastReport } from '../build-site/last-report.ts'
import { siteAddress } from '../build-site/site-address.ts'
import { startOwnApi } from '../build-site/own-api.ts'

/** Pages of an earlier version are whole: they can be served until the new ones are there. */
export const CODE_CHANGED = 'Lotline itself has changed'

/**
 * Why the site must be rebuilt before it is served; undefined if the current release is up to date. `changesLater`: changes of the archive are built in the
 * background. `api`: where the archive answers already.
 */
export async function needsBuild(
  config: Config,
  { changesLater = false, api = config.apiUrl }: { changesLater?: boolean; api?: string | undefined } = {},
): Promise<string | undefined> {
  const report = lastReport(config)
  if (!report) return 'There are no pages yet'
  // After a rollback, pages of an earlier version stay until something is published.
  if ((report.rollback ?? report).code !== codeVersion()) return CODE_CHANGED
  if (report.site !== siteAddress(config)) return 'The address of the site has changed'
  if (changesLater) return undefined
  const counter = await readCounter(config, api)
  // If an external API is unreachable, serve the existing site.
  return counter !== undefined && counter !== report.counter ? 'The archive has changed' : undefined
}

async function readCounter(config: Config, api: string | undefined): Promise<number | undefined> {
  const own = api ? undefined : await startOwnApi(config)
  try {
    return (await createClient({ base: api ?? own!.address, fetch: fetchNewest }).call('changes')).counter
  } catch {
    return undefined
  } finally {
    await own?.close()
  }
}
