import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Earlier, PullReport } from '#snapshot/pull.ts'
import { type Build, type ReleaseOptions, stepTimer, STEPS, type Steps } from './build-steps.ts'
import { useSettings } from './settings.ts'
import { codeVersion } from './code-version.ts'
import { buildWhole } from './build-whole.ts'
import { openReleases } from './releases.ts'
import { openStates, stateName } from './rollback/states.ts'
import type { BuildReport } from './report.ts'
import { type Base, findBase, opensAlike } from './update/base.ts'
import { type FinishedUpdate, renewSearch, updateRelease } from './update/update-release.ts'

export { STEPS, type ReleaseOptions, type Step, type Steps } from './build-steps.ts'

/** The current release cannot be updated: the reason is for developers. */
export class WholeBuildNeeded extends Error {}

/** Pages of a slice: a few seconds. */
const SLICE = 400

/**
 * Pulls the archive and makes the site of it: a new release, to which it switches atomically, or an update of the current one in place. On failure the
 * current site stays, what is unfinished is removed and the reason is thrown.
 */
export async function makeRelease(options: ReleaseOptions, steps: Steps = STEPS): Promise<BuildReport> {
  const code = codeVersion()
  const releases = openReleases(options.siteFolder)
  const states = openStates(options.siteFolder)
  const lock = await releases.lock(options.patience)
  const snapshot = releases.snapshot()
  let folder: string | undefined
  try {
    const { logo, ...others } = await steps.settings(options.api)
    const settings = useSettings({ ...others, ...(logo && { logo }) })
    folder = releases.begin()
    const current = releases.current()
    const base = options.incremental && current ? findBase(current, code, options) : undefined
    // Beside the pull.
    const renderer = base && steps.renderer(options.site, code)
    // Awaited below, unless the pull fails before.
    renderer?.catch(() => undefined)
    if (!base && options.onlyUpdate) throw new WholeBuildNeeded('There is no release that can be updated.')
    const timer = stepTimer(options)
    const build: Build = {
      startedAt: new Date().toISOString(),
      options,
      steps,
      code,
      settings,
      logo,
      folder,
      snapshot,
      pulled: await pull(snapshot, base && earlierOf(base, states), options, steps, timer),
      ...timer,
    }
    if (base && renderer && opensAlike(base, build)) {
      const most = options.slice ?? SLICE
      const first = await updateRelease(build, base, await renderer, { most })
      let { report } = first
      releases.update(folder, first.journal)
      states.keep(snapshot, base.release, report)
      /** Changes the release again, from the same archive. */
      const goOn = async (work: (build: Build, base: Base) => Promise<FinishedUpdate>) => {
        folder = releases.begin()
        const again = { ...build, folder, snapshot: states.kept(snapshot, base.release, report) }
        const done = await work(again, { ...findBase(base.release, code, options)!, report })
        releases.update(folder, done.journal)
        report = done.report
      }
      // Whoever else waits: the words of what was withdrawn leave the index now.
      if (first.hasWithdrawnWords) await goOn(renewSearch)
      for (let { left } = first; left > 0 && !options.preempt?.aborted;)
        await goOn(async (build, base) => {
          const slice = await updateRelease(build, base, await renderer, { most, continues: true })
          left = slice.left
          return slice
        })
      return report
    }
    if (options.onlyUpdate) throw new WholeBuildNeeded('The map opens with other pictures, or Labels are others.')
    const report = await buildWhole(build, current)
    releases.publish(folder)
    states.keep(snapshot, releases.current()!, report)
    return report
  } catch (problem) {
    if (folder) releases.abandon(folder)
    throw problem
  } finally {
    rmSync(snapshot, { recursive: true, force: true })
    lock.release()
  }
}

/** What the release was made from. After a rollback that is not the archive as it was at its counter. */
const earlierOf = ({ release, report }: Base, states: ReturnType<typeof openStates>): Earlier | undefined =>
  report.rollback
    ? undefined
    : { folder: states.folder(stateName(release, report)), counter: report.counter, found: report }

function pull(
  folder: string,
  earlier: Earlier | undefined,
  { api, source, apiBase, pictures, fetchPicture, siteFolder, onProgress }: ReleaseOptions,
  steps: Steps,
  { timed }: Pick<Build, 'timed'>,
): Promise<PullReport> {
  const onRows = (done: number, of: number) => onProgress?.('pull', done, of)
  const memory = join(siteFolder, 'server-memory.json')
  const from = { api, source, apiBase, pictures, fetchPicture }
  return timed('pull', () => steps.pull({ ...from, folder, earlier, memory, onProgress: onRows }))
}
