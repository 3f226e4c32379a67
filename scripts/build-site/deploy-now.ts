import { join } from 'node:path'
import { deploySite } from '#release/deploy/deploy-site.ts'
import { openDeployTarget } from '#release/deploy/open-target.ts'
import type { Config } from '#server/config.ts'
import { purgeNow } from './purge-now.ts'

/** The site is built, but not deployed. The message says what is online now. */
export class DeployFailed extends Error {}

/** `npm run build -- --deploy TARGET`: brings TARGET to the state of the site, then tells caches about that and about `built`. */
export async function deployNow(config: Config, address: string, built: readonly string[] = []): Promise<void> {
  // npm changes to the project root and passes the caller's folder in INIT_CWD.
  const folder = process.env['INIT_CWD']
  const named = folder !== undefined && /^[^:]*$/.test(address) ? join(folder, address) : address
  try {
    const { target, uploaded, removed, kept, purge } = await deploySite({
      site: join(config.dataDir, 'site', 'current'),
      openTarget: (site) => openDeployTarget(named, site, process.env),
    })
    const stay = kept > 0 ? `; ${kept} earlier assets stay for a day` : ''
    console.log(`Deployed to ${target}: ${uploaded} files uploaded, ${removed} removed${stay}.`)
    if (!(await purgeNow(config, [...new Set([...built, ...purge])]))) process.exitCode = 1
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem)
    throw new DeployFailed(
      `The site is built, but not (or only partly) deployed. Every page online is whole. Run the same command again to complete it.\n${reason}`,
      { cause: problem },
    )
  }
}
