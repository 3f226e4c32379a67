import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '#client/read-client.ts'
import { fetchNewest } from '#client/fetch-newest.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { NEW_DAY, nextNightly } from '#server/jobs/background-job.ts'
import type { BuildSite } from '#server/publishing/rebuilds.ts'
import { needsBuild } from '../start/needs-build.ts'
import { backgroundBuild, outdated as whyOutdated } from './background-build.ts'
import { lastReport } from './last-report.ts'
import { purgeNow } from './purge-now.ts'

interface WatchOptions {
  build?: BuildSite
  purge?: typeof purgeNow
  /** Milliseconds between two looks at the change counter. */
  every?: number
  /** Milliseconds after a failed build; doubled with each failure in a row. */
  afterFailure?: number
  longest?: number
  signal?: AbortSignal
  now?: () => Date
  log?: (line: string) => void
}

/** `npm run build -- --watch`: builds when the change counter of API_URL has changed, and the whole site at night: its search index has what came since. For societies that build on another machine. */
export async function watch(config: Config, options: WatchOptions = {}): Promise<void> {
  const {
    build = backgroundBuild(),
    purge = purgeNow,
    every = 10_000,
    afterFailure = 30_000,
    longest = 3_600_000,
  } = options
  const signal = options.signal ?? endOnSignal()
  const now = options.now ?? (() => new Date())
  const log = options.log ?? ((line: string) => console.log(`${new Date().toISOString()} ${line}`))
  if (config.apiUrl === undefined)
    throw new ConfigError('API_URL must be set for --watch: it names the server whose changes are followed.')
  const client = createClient({ base: config.apiUrl, fetch: fetchNewest })
  const rest = (time: number) => pause(time, undefined, { signal }).catch(() => {})
  let failures = 0
  let unreachable = false
  /** Addresses that caches could not be told of yet. */
  let untold: string[] = []
  log(`Watching ${config.apiUrl}`)
  const nextNight = () => config.nightlyBuild && nextNightly(now(), config.nightlyBuild)
  let night = nextNight()
  let wholeIsDue = false
  // The code or the settings may have changed since the last build.
  let outdated = (await needsBuild(config, { changesLater: true })) !== undefined
  while (!signal.aborted) {
    if (night && now() >= night) {
      const why = await whyOutdated(config)
      wholeIsDue = why !== undefined && why !== NEW_DAY
      outdated ||= why === NEW_DAY
      night = nextNight()
    }
    const counter = await client.call('changes').then(
      (answer) => answer.counter,
      (problem: unknown) => {
        if (!unreachable) log(`API_URL can't be asked for its change counter: ${(problem as Error).message}`)
        return undefined
      },
    )
    unreachable = counter === undefined
    if (unreachable || (!outdated && !wholeIsDue && counter === lastReport(config)?.counter)) {
      await rest(every)
      continue
    }
    // A whole build that fails must not keep back what changes meanwhile, above all what is withdrawn.
    const full = wholeIsDue && (failures === 0 || counter === lastReport(config)?.counter)
    try {
      const { message, addresses } = await build(signal, { full, rollback: null })
      failures = 0
      outdated = false
      if (full) wholeIsDue = false
      log(message)
      untold = [...new Set([...untold, ...addresses])]
      if (await purge(config, untold)) untold = []
      // A server without a stable counter must not be built from without a pause.
      await rest(every)
    } catch (problem) {
      if (signal.aborted) return
      // What was begun may have to be finished.
      outdated = true
      const wait = Math.min(afterFailure * 2 ** failures++, longest)
      log(`${(problem as Error).message}\nThe next attempt is in ${Math.round(wait / 1000)} seconds.`)
      await rest(wait)
    }
  }
}

function endOnSignal(): AbortSignal {
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
  return ending.signal
}
