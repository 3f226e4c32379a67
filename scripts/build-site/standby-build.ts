import { once } from 'node:events'
import type { BuildOrder, BuildResult, BuildSite } from '#server/publishing/rebuilds.ts'
import type { BuildMessage } from './build-messages.ts'
import {
  BUILD_SCRIPT,
  endInTime,
  GRACE,
  passOnPreempt,
  startBuilder,
  TIME_LIMIT,
  type BuilderProcess,
  type ServerMessage,
} from './builder-process.ts'

/** Milliseconds without a build or a cataloguer, after which the process that is ready ends, so that its memory is free. */
const IDLE = 10 * 60_000

/** It ended, or it cannot build this: another process has to do it. */
class NotBuilt extends Error {}

interface Options {
  script?: string
  timeLimit?: number
  grace?: number
  idle?: number
}

/**
 * Updates of the site by a process that is ready: it has loaded the code, the archive and the renderer (standby-process.ts), which takes longer than a small update. It is
 * started when a cataloguer is at work (`prepare`) and after each update. It ends when nobody has been for a while, and before a build of the whole site, which needs the
 * memory. Where there is none, or it fails to answer, `cold` builds.
 */
export function standbyBuild(
  cold: BuildSite,
  { script = BUILD_SCRIPT, timeLimit = TIME_LIMIT, grace = GRACE, idle = IDLE }: Options = {},
): { build: BuildSite; prepare(): void } {
  let ready: BuilderProcess | undefined
  let busy = false
  let idling: NodeJS.Timeout | undefined

  function prepare(): void {
    if (busy) return
    ready ??= start()
    clearTimeout(idling)
    idling = setTimeout(() => ready?.end(), idle).unref()
  }

  function start(): BuilderProcess {
    const builder = startBuilder(script, ['--standby'], grace)
    const { child } = builder
    const gone = () => {
      if (ready === builder) ready = undefined
    }
    child.once('exit', gone).once('error', gone)
    // This process may end meanwhile; the other one ends with it.
    child.unref()
    child.channel?.unref()
    for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref()
    return builder
  }

  async function buildReady(
    builder: BuilderProcess,
    signal: AbortSignal,
    { onProgress, preempt }: BuildOrder,
  ): Promise<BuildResult> {
    const { child, errors } = builder
    const ending = endInTime(builder, signal, timeLimit)
    const stopPassing = passOnPreempt(builder, preempt)
    child.channel?.ref()
    let gone = () => {}
    try {
      return await new Promise<BuildResult>((resolve, reject) => {
        child.on('message', (message: BuildMessage) => {
          ending.progressed()
          if ('changes' in message) resolve({ message: '', ...message })
          else if ('failure' in message) reject(new Error(message.failure, { cause: errors() }))
          else if ('refused' in message) reject(new NotBuilt(message.refused))
          else onProgress?.(message)
        })
        gone = () => reject(new NotBuilt('The process that was ready has ended.', { cause: errors() }))
        child.once('exit', gone).once('error', gone)
        child.send('update' satisfies ServerMessage, (problem) => problem && gone())
      })
    } catch (problem) {
      const late = ending.late()
      throw late === undefined ? problem : new Error(late, { cause: problem })
    } finally {
      ending.done()
      stopPassing()
      child.off('exit', gone).off('error', gone).removeAllListeners('message')
      child.channel?.unref()
    }
  }

  /** Waits until its memory is free. */
  async function endReady(): Promise<void> {
    const builder = ready
    if (!builder) return
    const exited = once(builder.child, 'exit')
    builder.end()
    await exited
  }

  async function update(signal: AbortSignal, order: BuildOrder): Promise<BuildResult> {
    if (!ready || !ready.child.connected) return await cold(signal, order)
    try {
      return await buildReady(ready, signal, order)
    } catch (problem) {
      if (!(problem instanceof NotBuilt) || signal.aborted) throw problem
      await endReady()
      return await cold(signal, order)
    }
  }

  return {
    prepare,
    async build(signal, order) {
      busy = true
      clearTimeout(idling)
      try {
        if (!order.full && order.rollback === null) return await update(signal, order)
        await endReady()
        return await cold(signal, order)
      } finally {
        busy = false
        if (!signal.aborted && !order.full && idle > 0) prepare()
      }
    },
  }
}
