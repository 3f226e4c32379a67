import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { heapLimit } from '#release/memory.ts'
import { lowerPriority, tailOf } from '../start/child-process.ts'
import { COMPILE_CACHE } from './compile-cache.ts'

export const BUILD_SCRIPT = fileURLToPath(new URL('../build-site.ts', import.meta.url))
const MINUTE = 60_000
/** Without any progress: how long a build takes depends on the archive. */
export const TIME_LIMIT = 30 * MINUTE
/** Milliseconds for a build to exit by itself before SIGKILL. */
export const GRACE = 5000

export type BuilderProcess = ReturnType<typeof startBuilder>

/** Starts a process that builds. When this one ends, however it does, the IPC channel closes and the other exits (build-site.ts). */
export function startBuilder(script: string, options: string[], grace: number) {
  const child = fork(script, options, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: heapLimit(),
    // Half a second less for somebody who has published and waits.
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
  lowerPriority(child)
  let killer: NodeJS.Timeout | undefined
  child.once('exit', () => clearTimeout(killer))
  return {
    child,
    output: tailOf(child.stdout!),
    errors: tailOf(child.stderr!),
    /** Asks it to end, and kills it if it does not. */
    end() {
      if (child.connected) child.disconnect()
      killer ??= setTimeout(() => child.kill('SIGKILL'), grace)
    },
  }
}

/** Messages of the server to a process that builds. */
export type ServerMessage = 'update' | 'another waits'

/** Tells a process that builds when another build waits (BuildOrder). Returns how to stop that. */
export function passOnPreempt({ child }: Pick<BuilderProcess, 'child'>, preempt?: AbortSignal): () => void {
  const pass = () => void (child.connected && child.send('another waits' satisfies ServerMessage, () => undefined))
  preempt?.addEventListener('abort', pass, { once: true })
  if (preempt?.aborted) pass()
  return () => preempt?.removeEventListener('abort', pass)
}

/** Ends a build that makes no progress for too long, or that nobody wants any more. */
export function endInTime({ end }: Pick<BuilderProcess, 'end'>, signal: AbortSignal, timeLimit: number) {
  let late = false
  const limit = setTimeout(() => {
    late = true
    end()
  }, timeLimit)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return {
    /** It has made progress. */
    progressed: () => void limit.refresh(),
    /** A sentence if it took too long. */
    late: () =>
      late
        ? `The build took longer than ${Math.round(timeLimit / MINUTE)} minutes without any progress and was stopped.`
        : undefined,
    done() {
      clearTimeout(limit)
      signal.removeEventListener('abort', end)
    },
  }
}
