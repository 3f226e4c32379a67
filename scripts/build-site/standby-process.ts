import { codeVersion } from '#release/code-version.ts'
import { WholeBuildNeeded } from '#release/make-release.ts'
import { prepareUpdate } from '#release/prepare-update.ts'
import type { Config } from '#server/config.ts'
import type { ServerMessage } from './builder-process.ts'
import { tell, failedBuild, failureText } from './build-messages.ts'
import { openApi } from './own-api.ts'
import { buildWith, optionsOf } from './build-with.ts'

/**
 * `build-site.ts --standby`: loads what a build of changes needs, and waits for orders of the server that started it (standby-build.ts). Each build is the one of
 * `npm run build`, which finds in memory what it would read.
 */
export async function runStandby(config: Config): Promise<void> {
  let busy = true
  // Exits with the server. The next build removes the unfinished release of this one.
  process.once('disconnect', () => {
    if (busy) process.exit(1)
    void api.close().finally(() => process.exit())
  })
  // It may have ended while this process started.
  if (!process.connected) process.exit(1)
  const code = codeVersion()
  const api = await openApi(config)
  const order = { full: false, nightly: false, rollback: undefined, standby: true }

  const inTurn = async (work: () => Promise<unknown>) => {
    busy = true
    try {
      await work()
    } catch (problem) {
      if (problem instanceof WholeBuildNeeded) tell({ refused: problem.message })
      else tell({ failure: failedBuild(failureText(problem)) })
    } finally {
      busy = false
    }
  }
  // If it fails, so does the next build, which says why.
  const prepare = () => prepareUpdate(optionsOf(config, api), code).catch(() => undefined)
  let preempt = new AbortController()
  const update = async () => {
    if (codeVersion() !== code) throw new WholeBuildNeeded('Lotline itself has changed.')
    preempt = new AbortController()
    await buildWith(config, api, { ...order, preempt: preempt.signal })
  }
  let last = inTurn(prepare)
  process.on('message', (message: ServerMessage) => {
    if (message === 'another waits') preempt.abort()
    else last = last.then(() => inTurn(update)).then(() => inTurn(prepare))
  })
}
