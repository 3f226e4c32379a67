import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { societyDay } from '#rules/dates/society-day.ts'
import { openReleases } from '#release/releases.ts'
import type { Config } from '#server/config.ts'
import { NEW_DAY } from '#server/jobs/background-job.ts'
import type { BuildSite, RebuildOptions } from '#server/publishing/rebuilds.ts'
import type { SiteBuilds } from '#server/routes/archive-state.ts'
import { COPY, type SiteState } from '#contract/archive-state.ts'
import { openStates, stateName } from '#release/rollback/states.ts'
import type { BuildMessage, BuildResultMessage } from './build-messages.ts'
import { BUILD_SCRIPT, endInTime, GRACE, passOnPreempt, startBuilder, TIME_LIMIT } from './builder-process.ts'
import { lastReport } from './last-report.ts'
import { standbyBuild } from './standby-build.ts'
import { needsBuild } from '../start/needs-build.ts'

/** Milliseconds to wait for the remaining output after the exit. */
const READ_OUT = 1000

const ARCHIVE_SCRIPT = fileURLToPath(new URL('../archive.ts', import.meta.url))

/** Builds the site in a child process of its own, which ends with the build or with this process, so that it never publishes an outdated release. */
export function backgroundBuild({
  copies = '',
  script = BUILD_SCRIPT,
  timeLimit = TIME_LIMIT,
  grace = GRACE,
} = {}): BuildSite {
  return (signal, { full, rollback, preempt, onProgress }) =>
    new Promise((resolve, reject) => {
      const options = rollback === null ? (full ? ['--full'] : []) : ['--rollback', rollback]
      const builder =
        rollback === COPY
          ? startBuilder(ARCHIVE_SCRIPT, ['copy', copies, '--bag'], grace)
          : startBuilder(script, options, grace)
      const { child, output, errors } = builder
      let result: BuildResultMessage | undefined
      let failure: string | undefined
      const ending = endInTime(builder, signal, timeLimit)
      child.on('message', (message: BuildMessage) => {
        ending.progressed()
        if ('changes' in message) result = message
        else if ('failure' in message) failure = message.failure
        else if ('step' in message) onProgress?.(message)
      })
      const stopPassing = passOnPreempt(builder, preempt)
      child.once('error', reject)
      // A disconnected child never emits `close`, and a grandchild may keep the streams open.
      const read = Promise.all([once(child.stdout!, 'close'), once(child.stderr!, 'close')])
      child.once('exit', (code, how) => {
        const told = child.connected ? once(child, 'disconnect') : undefined
        void Promise.race([Promise.all([read, told]), pause(READ_OUT)]).then(() => ended(code, how))
      })
      const ended = (code: number | null, how: string | null) => {
        ending.done()
        stopPassing()
        if (code === 0) return resolve({ message: output(), changes: null, addresses: [], ...result })
        const late = ending.late()
        const why = late ?? `The build ended with ${how ?? `code ${code}`}.`
        const said = failure ?? errors()
        return reject(new Error(said === '' ? why : late ? `${said}\n${why}` : said, { cause: errors() }))
      }
    })
}

/** How the server rebuilds this archive's site. */
export function rebuildsOf(
  config: Config,
): Pick<RebuildOptions, 'build' | 'outdated' | 'takeOver'> & Pick<SiteBuilds, 'states' | 'prepareBuild'> {
  const { build, prepare } = standbyBuild(backgroundBuild({ copies: join(config.dataDir, 'copies', 'archive') }))
  return {
    build,
    prepareBuild: prepare,
    states: () => siteStates(config),
    outdated: () => outdated(config),
    // Builds end with the process that started them: at once, or when they notice.
    takeOver: () => openReleases(join(config.dataDir, 'site')).takeOver(3 * GRACE),
  }
}

/**
 * Why the site should be built at night: the whole of it, or an update for `NEW_DAY`; undefined if it need not be. A rollback stays until something is
 * published.
 */
export async function outdated(config: Config, now = new Date()): Promise<string | undefined> {
  const why = await needsBuild(config)
  const report = lastReport(config)
  if (why !== undefined || !report || report.rollback) return why
  if (report.update?.number) return 'pages were renewed one by one since the last full build'
  return societyDay(report.builtAt) === societyDay(now.toISOString()) ? undefined : NEW_DAY
}

/** The states of the site that are kept, newest first, and the one that is served. */
export function siteStates(config: Pick<Config, 'dataDir'>): { current: string | undefined; all: SiteState[] } {
  const folder = join(config.dataDir, 'site')
  const [release, report] = [openReleases(folder).current(), lastReport(config)]
  const all = openStates(folder)
    .list()
    .map(({ name, builtAt, pages, rollback, bytes }) => ({
      name,
      built_at: builtAt,
      pages,
      bytes,
      rolled_back: rollback && { to: rollback.to, at: rollback.at },
    }))
  return { current: release && report && stateName(release, report), all }
}
