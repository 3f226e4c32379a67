import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { makeRelease } from '#release/make-release.ts'
import { reportText } from '#release/report.ts'
import { startOwnApi } from './build-site/own-api.ts'
import { failureText } from './build-site/failure-text.ts'
import { showProgress } from './build-site/progress.ts'
import { apiBase, siteAddress } from './build-site/site-address.ts'

/** `npm run build`: pulls everything published through the API, builds the site and switches to it. Exit code 1 and the reason when it cannot. */

async function build(config: Config): Promise<void> {
  // Without an API elsewhere this archive's own is started for the time of the build, and read over HTTP like any other.
  const own = config.apiUrl ? undefined : await startOwnApi(config)
  const api = config.apiUrl ?? own!.address
  const progress = showProgress()
  try {
    const report = await makeRelease({
      siteFolder: join(config.dataDir, 'site'),
      api,
      source: config.apiUrl ?? 'this archive',
      apiBase: apiBase(config),
      site: siteAddress(config),
      onProgress: progress.step,
    })
    progress.end()
    console.log(reportText(report))
  } finally {
    progress.end()
    await own?.close()
  }
}

if (process.send) {
  // Started by a server: it ends with it. An exit takes the page build along; the half release is removed by the next build.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

try {
  await build(readConfig(process.env))
} catch (problem) {
  const reason = failureText(problem)
  console.error(
    problem instanceof ConfigError ? reason : `The site was not built, and the site before it is still up.\n${reason}`,
  )
  if (process.env.DEBUG) console.error(problem)
  process.exitCode = 1
}
