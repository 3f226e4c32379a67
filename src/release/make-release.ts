import { rmSync } from 'node:fs'
import { type Build, type ReleaseOptions, stepTimer, STEPS, type Steps } from './build-steps.ts'
import { codeVersion } from './code-version.ts'
import { buildWhole } from './build-whole.ts'
import { openReleases } from './releases.ts'
import type { BuildReport } from './report.ts'
import { findBase, updateRelease } from './update/update-release.ts'

export { STEPS, type ReleaseOptions, type Step, type Steps } from './build-steps.ts'

/**
 * Pulls the archive and makes the site of it: a new release, to which it switches atomically, or an update of the current one in place. On failure the
 * current site stays, what is unfinished is removed and the reason is thrown.
 */
export async function makeRelease(options: ReleaseOptions, steps: Steps = STEPS): Promise<BuildReport> {
  const releases = openReleases(options.siteFolder)
  const folder = releases.begin()
  const snapshot = releases.snapshot()
  const { api, source, apiBase, onProgress } = options
  try {
    const timer = stepTimer(options)
    const code = codeVersion()
    const onRows = (done: number, of: number) => onProgress?.('pull', done, of)
    const pull = () => steps.pull({ api, source, apiBase, folder: snapshot, onProgress: onRows })
    const build: Build = { options, steps, code, folder, snapshot, pulled: await timer.timed('pull', pull), ...timer }
    const current = releases.current()
    const base = options.incremental && current ? findBase(current, build) : undefined
    if (base) {
      const { report, journal } = await updateRelease(build, base)
      releases.update(folder, journal)
      return report
    }
    const report = await buildWhole(build, current)
    releases.publish(folder)
    return report
  } catch (problem) {
    releases.abandon(folder)
    throw problem
  } finally {
    rmSync(snapshot, { recursive: true, force: true })
  }
}
