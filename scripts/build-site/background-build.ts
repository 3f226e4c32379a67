import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import type { BuildSite, RebuildOptions } from '#server/publishing/rebuilds.ts'
import type { SiteOperations } from '#server/routes/operations.ts'
import { lowerPriority, tailOf } from '../start/child-process.ts'
import type { BuildMessage } from './build-messages.ts'
import { lastReport } from './last-report.ts'
import { siteStates } from './site-states.ts'
import { needsBuild } from '../start/needs-build.ts'

const BUILD_SCRIPT = fileURLToPath(new URL('../build-site.ts', import.meta.url))
const COMPILE_CACHE = fileURLToPath(new URL('../../.astro/compile-cache', import.meta.url))
const MINUTE = 60_000
const TIME_LIMIT = 30 * MINUTE
/** Milliseconds for a build to exit by itself before SIGKILL. */
const GRACE = 5000
/** Milliseconds to wait for the remaining output after the exit. */
const READ_OUT = 1000

/**
 * Builds the site in a child process. When the server ends, however it does, the IPC channel closes and the build exits (build-site.ts), so that it never
 * publishes an outdated release.
 */
export function backgroundBuild({ script = BUILD_SCRIPT, timeLimit = TIME_LIMIT, grace = GRACE } = {}): BuildSite {
  return (signal, { full, rollback, onProgress }) =>
    new Promise((resolve, reject) => {
      const options = rollback === null ? (full ? ['--full'] : []) : ['--rollback', rollback]
      const child = fork(script, options, {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        execArgv: [],
        // Half a second less for somebody who has published and waits.
        env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
      })
      lowerPriority(child)
      const [output, errors] = [tailOf(child.stdout!), tailOf(child.stderr!)]
      let result: Extract<BuildMessage, { changes: unknown }> | undefined
      child.on('message', (message: BuildMessage) => {
        if ('changes' in message) result = message
        else if ('failure' in message) failure = message.failure
        else onProgress?.(message)
      })
      let failure: string | undefined
      let late = false
      let killer: NodeJS.Timeout | undefined
      const end = () => {
        if (child.connected) child.disconnect()
        killer ??= setTimeout(() => child.kill('SIGKILL'), grace)
      }
      const limit = setTimeout(() => {
        late = true
        end()
      }, timeLimit)
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      child.once('error', reject)
      // A disconnected child never emits `close`, and a grandchild may keep the streams open.
      const read = Promise.all([once(child.stdout!, 'close'), once(child.stderr!, 'close')])
      child.once('exit', (code, how) => {
        const told = child.connected ? once(child, 'disconnect') : undefined
        void Promise.race([Promise.all([read, told]), pause(READ_OUT)]).then(() => ended(code, how))
      })
      const ended = (code: number | null, how: string | null) => {
        clearTimeout(limit)
        clearTimeout(killer)
        signal.removeEventListener('abort', end)
        if (code === 0) return resolve({ message: output(), changes: null, addresses: [], ...result })
        const why = late
          ? `The build took longer than ${Math.round(timeLimit / MINUTE)} minutes and was stopped.`
          : `The build ended with ${how ?? `code ${code}`}.`
        const said = failure ?? errors()
        return reject(new Error(said === '' ? why : late ? `${said}\n${why}` : said, { cause: errors() }))
      }
    })
}

/** How the server rebuilds this archive's site. */
export const rebuildsOf = (
  config: Config,
): Pick<RebuildOptions, 'build' | 'outdated'> & Pick<SiteOperations, 'states'> => ({
  build: backgroundBuild(),
  states: () => siteStates(config),
  outdated: () => outdated(config),
})

/** Why the whole site should be built at night; undefined if it need not be. A rollback stays until something is published. */
export async function outdated(config: Config): Promise<string | undefined> {
  const why = await needsBuild(config)
  const report = lastReport(config)
  if (why !== undefined || !report?.update || report.rollback) return why
  return 'pages were renewed one by one since the last full build'
}
