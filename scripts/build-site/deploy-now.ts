import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import type { StaticHost } from '#release/deploy/site-files.ts'
import { openReleases } from '#release/releases.ts'
import { openStates, stateName } from '#release/rollback/states.ts'
import { readBeside } from '#release/update/base.ts'
import type { BuildReport } from '#release/report.ts'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import type { Config } from '#server/config.ts'
import { loadArchive } from '#snapshot/archive.ts'
import type { PicturesFrom } from '#snapshot/plans.ts'
import { openApi } from './own-api.ts'
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
export async function deployNow(config: Config, { target: address, pictures, built = [] }: Order): Promise<void> {
  // npm changes to the project root and passes the caller's folder in INIT_CWD.
  const folder = process.env['INIT_CWD']
  const named = folder !== undefined && /^[^:]*$/.test(address) ? join(folder, address) : address
  const api = await openApi(config)
  const missing: string[] = []
  try {
    const { target, uploaded, removed, kept, purge } = await deploySite({
      site: join(config.dataDir, 'site', 'current'),
      openTarget: (site) => openDeployTarget(named, site, process.env),
      // An API on the site's own origin sends the pictures, as a CDN routes them.
      host: pictures === 'api' || hasApiBeside(config) ? undefined : staticHost(config, api.address, missing),
    })
    const stay = kept > 0 ? `; ${kept} earlier assets stay for a day` : ''
    console.log(`Deployed to ${target}: ${uploaded} files uploaded, ${removed} removed${stay}.`)
    if (missing.length > 0) {
      console.error(
        `${missing.length} pictures could not be read and are missing there: ${missing.slice(0, 10).join(', ')}`,
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
  } finally {
    await api.close()
  }
}

const hasApiBeside = (config: Config) => config.apiUrl !== undefined && apiBase(config) === ''

/** The site as it is at a host that needs no API: with the pictures and tiles of what the current release was made from. */
function staticHost(config: Config, api: string, missing: string[]): StaticHost {
  const siteFolder = join(config.dataDir, 'site')
  const release = openReleases(siteFolder).current()
  const report = release && readBeside<BuildReport>(release, RELEASE.report)
  const snapshot = report && openStates(siteFolder).folder(stateName(release, report))
  if (!snapshot || !existsSync(snapshot))
    throw new DeployFailed('What the site was made from is not there any more. Run npm run build -- --full first.')
  return {
    edition: config.apiUrl === undefined ? 'alone' : 'whole',
    archive: loadArchive(snapshot),
    site: siteAddress(config).replace(/\/$/, ''),
    onMissing: (path) => missing.push(path),
    async readApi(address) {
      const answer = await fetch(api + address)
      if (answer.status === 404 || answer.status === 410) return undefined
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}
