import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { makeRelease } from '#release/make-release.ts'
import { reportText } from '#release/report.ts'
import { startOwnApi } from './build-site/own-api.ts'
import { failureText } from './build-site/failure-text.ts'
import { showProgress } from './build-site/progress.ts'
import { apiBase, siteAddress } from './build-site/site-address.ts'

/**
 * `npm run build`: pulls everything published through the API and builds what has changed since the last build, or with `-- --full` the whole site. On
 * failure, prints the reason and exits with code 1.
 */

async function build(config: Config): Promise<void> {
  // Without API_URL, starts this archive's own API for the build and reads it over HTTP.
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
      incremental: !process.argv.includes('--full'),
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
  // Started by a server: exits with it, and so does the page build. The next build removes the unfinished release.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

try {
  await build(readConfig(process.env))
} catch (problem) {
  const reason = failureText(problem)
  console.error(
    problem instanceof ConfigError ? reason : `The build failed. The previous site is still online.\n${reason}`,
  )
  if (process.env.DEBUG) console.error(problem)
  process.exitCode = 1
}
