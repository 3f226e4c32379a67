import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { NEW_DAY } from '#server/jobs/background-job.ts'
import { RollbackRefused } from '#release/rollback/roll-back.ts'
import { openFetched } from './build-site/fetch-pictures.ts'
import { openApi, type Api } from './build-site/own-api.ts'
import { DeployFailed, deployNow } from './build-site/deploy-now.ts'
import { failedBuild, failureText, tell } from './build-site/build-messages.ts'
import { ArgumentError, type BuildArguments, readArguments } from './build-site/arguments.ts'
import { outdated } from './build-site/background-build.ts'
import type { ServerMessage } from './build-site/builder-process.ts'
import { buildWith } from './build-site/build-with.ts'
import { runStandby } from './build-site/standby-process.ts'
import { watch } from './build-site/watch.ts'

/**
 * `npm run build`: pulls everything published through the API and builds what has changed since the last build, or with `-- --full` the whole site;
 * `-- --rollback [STATE]` brings an earlier state back, `-- --watch` builds whenever the archive changes. On failure, prints the reason and exits with
 * code 1. `--deploy TARGET` then uploads what differs from the site at TARGET.
 */

const preempt = new AbortController()

async function withApi(
  config: Config,
  { pictures }: Pick<BuildArguments, 'pictures'>,
  work: (api: Api) => Promise<void>,
): Promise<void> {
  const api = await openApi(config)
  const fetched = pictures === 'fetch' ? openFetched(config, api.address) : undefined
  try {
    await work({ ...api, fetched })
  } finally {
    await fetched?.close()
    await api.close()
  }
}

/** What the caller has to change: nothing was begun. */
const isRefusal = (problem: unknown) =>
  [ConfigError, RollbackRefused, ArgumentError, DeployFailed].some((kind) => problem instanceof kind)

// The pages' renderer loads React in this process.
process.env.NODE_ENV = 'production'
try {
  const options = readArguments(process.argv.slice(2))
  if (process.send && !options.standby) {
    // Started by a server: exits with it, and so does the page build. The next build removes the unfinished release.
    process.once('disconnect', () => process.exit(1))
    // It may have ended while this process started.
    if (!process.connected) process.exit(1)
    process.on('message', (message: ServerMessage) => {
      if (message === 'another waits') preempt.abort()
    })
    process.channel?.unref()
  }
  const config = readConfig(process.env)
  if (options.watch) await watch(config)
  else if (options.standby) await runStandby(config)
  else {
    const why = options.nightly ? await outdated(config) : ''
    const { deploy, pictures } = options
    const order = { ...options, nightly: options.nightly && why !== NEW_DAY, preempt: preempt.signal }
    if (why !== undefined) await withApi(config, options, (api) => buildWith(config, api, order))
    else {
      console.log('Nothing has changed since the last build of the whole site.')
      if (deploy !== undefined)
        await withApi(config, options, (api) => deployNow(config, api, { target: deploy, pictures }))
    }
  }
} catch (problem) {
  const reason = failureText(problem)
  const failure = isRefusal(problem) ? reason : failedBuild(reason)
  console.error(failure)
  tell({ failure })
  if (process.env.DEBUG) console.error(problem)
  process.exitCode = 1
}
