import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '#server/config.ts'
import type { BuildSite, RebuildParts } from '#server/publishing/rebuilds.ts'
import { needsBuild } from '../start/needs-build.ts'

const BUILD_SCRIPT = fileURLToPath(new URL('../build-site.ts', import.meta.url))
const MINUTE = 60_000
const TIME_LIMIT = 30 * MINUTE
/** Milliseconds that a build has to end by itself when it is told to. */
const GRACE = 5000
/** Milliseconds that the last of its output is waited for after its end. */
const READ_OUT = 1000
/** Of its output so many characters are kept. */
const TAIL = 4000
/** Nicer than the server (0), so that visitors do not feel a build. */
const LOW_PRIORITY = 10

/** The end of what a process says. */
function tailOf(stream: NodeJS.ReadableStream): () => string {
  let tail = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => (tail = (tail + text).slice(-TAIL)))
  return () => tail.trim()
}

/** Where a system does not let a process be made nicer, it builds all the same. */
function beNice(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
  } catch {
    // As it is.
  }
}

/**
 * Builds the site in a process of its own. The channel between the two is its lifeline: when the server ends, however it does, the build ends
 * too (build-site.ts), and so never publishes what a later one has overtaken.
 */
export function backgroundBuild({ script = BUILD_SCRIPT, timeLimit = TIME_LIMIT, grace = GRACE } = {}): BuildSite {
  return (signal) =>
    new Promise((resolve, reject) => {
      const child = fork(script, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
      beNice(child)
      const [said, complained] = [tailOf(child.stdout!), tailOf(child.stderr!)]
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
      // A child that was disconnected from never says `close`; a grandchild may hold its streams open for longer than anybody waits.
      const read = Promise.all([once(child.stdout!, 'close'), once(child.stderr!, 'close')])
      child.once('exit', (code, how) => {
        void Promise.race([read, pause(READ_OUT)]).then(() => ended(code, how))
      })
      const ended = (code: number | null, how: string | null) => {
        clearTimeout(limit)
        clearTimeout(killer)
        signal.removeEventListener('abort', end)
        if (code === 0) return resolve(said())
        const why = late
          ? `The build took longer than ${Math.round(timeLimit / MINUTE)} minutes and was ended.`
          : `The build ended with ${how ?? `code ${code}`}.`
        return reject(new Error(complained() === '' ? why : late ? `${complained()}\n${why}` : complained()))
      }
    })
}

/** What a server that serves this archive's site does to keep it up to date. */
export const rebuildsOf = (config: Config): Pick<RebuildParts, 'build' | 'outdated'> => ({
  build: backgroundBuild(),
  outdated: () => needsBuild(config),
})
