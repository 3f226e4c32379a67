import { join, resolve } from 'node:path'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import type { StaticHost } from '#release/deploy/site-files.ts'
import type { Config } from '#server/config.ts'
import type { PicturesFrom } from '#snapshot/plans.ts'
import { openMadeFrom } from './made-from.ts'
import type { Api } from './own-api.ts'
import { purgeNow } from './purge-now.ts'
import { apiBase, siteAddress } from './site-address.ts'

/** The site is built, but not deployed. The message says what is online now. */
export class DeployFailed extends Error {}

interface Order {
  /** Where it is deployed to. */
  target: string
  pictures?: PicturesFrom | undefined
  /** Addresses that the build before has changed. */
  built?: readonly string[]
}

/** `npm run build -- --deploy TARGET`: brings TARGET to the state of the site, then tells caches about that and about what was built. */
export async function deployNow(config: Config, api: Api, order: Order): Promise<void> {
  const { target: address, pictures, built = [] } = order
  // npm changes to the project root and passes the caller's folder in INIT_CWD.
  const folder = process.env['INIT_CWD']
  const named = folder !== undefined && /^[^:]*$/.test(address) ? resolve(folder, address) : address
  const missing = [...(api.fetched?.missing ?? [])]
  const isServedBeside = pictures !== 'fetch' && hasApiBeside(config)
  try {
    const { target, uploaded, removed, kept, purge } = await deploySite({
      site: join(config.dataDir, 'site', 'current'),
      openTarget: (site) => openDeployTarget(named, site, process.env),
      // An API on the site's own origin sends the pictures, as a CDN routes them.
      host: pictures === 'api' || isServedBeside ? undefined : staticHost(config, api, missing),
    })
    const stay = kept > 0 ? `; ${kept} earlier assets stay for a day` : ''
    console.log(`Deployed to ${target}: ${uploaded} files uploaded, ${removed} removed${stay}.`)
    if (missing.length > 0) {
      console.error(
        `${missing.length} pictures could not be read and are missing there:\n${missing.slice(0, 10).join('\n')}`,
      )
      process.exitCode = 1
    }
    if (!(await purgeNow(config, [...new Set([...built, ...purge])]))) process.exitCode = 1
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem)
    throw new DeployFailed(
      `The site is built, but not (or only partly) deployed. Every page online is whole. Run the same command again to complete it.\n${reason}`,
      { cause: problem },
    )
  }
}

const hasApiBeside = (config: Config) => config.apiUrl !== undefined && apiBase(config) === ''

/** The site as it is at a host that needs no API: with the pictures and tiles of what the current release was made from. */
const staticHost = (config: Config, { address, fetched }: Api, missing: string[]): StaticHost => {
  const { archive, readApi } = openMadeFrom(config, address)
  return {
    archive,
    readApi: fetched ? fetched.reading(readApi) : readApi,
    edition: config.apiUrl === undefined ? 'alone' : 'whole',
    site: siteAddress(config).replace(/\/$/, ''),
    onMissing: (path) => missing.push(path),
  }
}
