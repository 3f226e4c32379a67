import { join } from 'node:path'
import { ConfigError, readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { type ReleaseOptions, makeRelease } from '#release/make-release.ts'
import { RollbackRefused } from '#release/rollback/choose-state.ts'
import { rollBack } from '#release/rollback/roll-back.ts'
import { reportText } from '#release/report.ts'
import { startOwnApi } from './build-site/own-api.ts'
import { failureText } from './build-site/failure-text.ts'
import { ArgumentError, type BuildArguments, readArguments } from './build-site/arguments.ts'
import { outdated } from './build-site/background-build.ts'
import { changedAddresses, changesOf } from './build-site/changes.ts'
import { purgeNow } from './build-site/purge-now.ts'
import { showProgress, STEP_NAMES } from './build-site/progress.ts'
import { tell } from './build-site/build-messages.ts'
import { watch } from './build-site/watch.ts'
import { apiBase, siteAddress } from './build-site/site-address.ts'

/**
 * `npm run build`: pulls everything published through the API and builds what has changed since the last build, or with `-- --full` the whole site;
 * `-- --rollback [STATE]` brings an earlier state back, `-- --watch` builds whenever the archive changes. On failure, prints the reason and exits with
 * code 1.
 */

async function build(config: Config, { full, nightly, rollback }: BuildArguments): Promise<void> {
  // Without API_URL, starts this archive's own API for the build and reads it over HTTP.
  const own = config.apiUrl ? undefined : await startOwnApi(config)
  const progress = showProgress()
  try {
    const options: ReleaseOptions = {
      siteFolder: join(config.dataDir, 'site'),
      api: config.apiUrl ?? own!.address,
      source: config.apiUrl ?? 'this archive',
      apiBase: apiBase(config),
      site: siteAddress(config),
      incremental: !full && !nightly,
      onProgress(step, done, of) {
        progress.step(step, done, of)
        tell({ step: STEP_NAMES[step], done, of })
      },
    }
    const report = rollback ? await rollBack(options, rollback.state) : await makeRelease(options)
    progress.end()
    console.log(reportText(report))
    const addresses = changedAddresses(report)
    // A server does it itself, and repeats it.
    if (process.send) tell({ changes: changesOf(report), addresses })
    else await purgeNow(config, addresses)
  } finally {
    progress.end()
    await own?.close()
  }
}

/** What the caller has to change: nothing was begun. */
const isRefusal = (problem: unknown) =>
  problem instanceof ConfigError || problem instanceof RollbackRefused || problem instanceof ArgumentError

if (process.send) {
  // Started by a server: exits with it, and so does the page build. The next build removes the unfinished release.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

try {
  const options = readArguments(process.argv.slice(2))
  const config = readConfig(process.env)
  if (options.watch) await watch(config)
  else if (options.nightly && (await outdated(config)) === undefined)
    console.log('Nothing has changed since the last build of the whole site.')
  else await build(config, options)
} catch (problem) {
  const reason = failureText(problem)
  const failure = isRefusal(problem) ? reason : `The build failed. The previous site is still online.\n${reason}`
  console.error(failure)
  tell({ failure })
  if (process.env.DEBUG) console.error(problem)
  process.exitCode = 1
}
