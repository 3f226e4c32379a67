import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { forgetArchive } from '#snapshot/archive.ts'
import { readSnapshot, writeSnapshot } from '#snapshot/files.ts'
import { type Build, type ReleaseOptions, stepTimer, STEPS, type Steps } from '../build-steps.ts'
import { codeVersion } from '../code-version.ts'
import { openReleases } from '../releases.ts'
import { openRenderer } from '../renderer/open-renderer.ts'
import { type BuildReport, json } from '../report.ts'
import { findBase, opensAlike } from '../update/base.ts'
import { renewSearch, updateRelease } from '../update/update-release.ts'
import { openStates, type State, stateName } from './states.ts'
import { withoutWithdrawn } from './without-withdrawn.ts'

/** Why it is impossible, and what to do instead. Nothing was changed. */
export class RollbackRefused extends Error {}

/**
 * Brings the site back to an earlier state, without anything that is not published any more. The pages that show such a thing, the search, feed and sitemap
 * are made again; the others are those of that time. On failure the current site stays and the reason is thrown.
 * @param target such as `3` (the last state of release 3), `3.2`; undefined for the one before the current state.
 */
export async function rollBack(
  options: ReleaseOptions,
  target: string | undefined,
  steps: Steps = STEPS,
): Promise<BuildReport> {
  const code = codeVersion()
  const releases = openReleases(options.siteFolder)
  const states = openStates(options.siteFolder)
  let folder = releases.begin()
  const [pulledInto, snapshot] = [releases.snapshot(), releases.snapshot()]
  let renderer: Awaited<ReturnType<typeof openRenderer>> | undefined
  try {
    const current = releases.current()
    const from = current && readReport(current)
    if (!current || !from) throw new RollbackRefused('There is no site yet, so there is nothing to roll back.')
    const state = chooseState(states.list(), stateName(current, from), target)
    const timer = stepTimer(options)
    const { api, source, apiBase } = options
    const pulled = await timer.timed('pull', () => steps.pull({ api, source, apiBase, folder: pulledInto }))
    const cleaned = withoutWithdrawn(readSnapshot(states.folder(state.name)), readSnapshot(pulledInto))
    const { counter } = pulled.meta
    const rollback = { to: state.name, at: new Date().toISOString(), code }
    const release = releases.folderOf(state.release)

    /** The state as that release has it, or as the present code makes it of the current one. */
    const write = (overlays = cleaned.meta.overlays) => {
      forgetArchive()
      return writeSnapshot(snapshot, cleaned.lists, { ...cleaned.meta, overlays, counter, source, apiBase })
    }
    const build: Build = { options, steps, code, folder, snapshot, pulled, rollback, ...timer }
    const bases = [release, current].map((each) => each && findBase(each, code, options))
    for (const base of bases) {
      if (!base) continue
      const meta = write(base.release === current ? pulled.meta.overlays : undefined)
      if (!opensAlike(base, build)) continue
      renderer = await openRenderer(options.site)
      const notes = notesOf(state, cleaned.leftOut, base.release === release)
      const cleanBuild = { ...build, pulled: { ...pulled, meta, notes } }
      const { report, journal, renew } = await updateRelease(cleanBuild, base, renderer)
      releases.update(folder, journal, () => {
        if (!renew) releases.switchTo(base.release)
        states.keep(snapshot, base.release, report)
      })
      if (!renew) return report
      // The search hides what was withdrawn; its words leave the index before visitors see it.
      folder = releases.begin()
      const renewed = await renewSearch({ ...cleanBuild, folder }, findBase(base.release, code, options)!)
      releases.update(folder, renewed.journal, () => releases.switchTo(base.release))
      return renewed.report
    }
    if (!release || !cleaned.isWhole || stateName(release, readReport(release)!) !== state.name)
      throw new RollbackRefused(refusal(state, cleaned.isWhole))
    // Made by another version of Lotline, and all of it is still published: as it is.
    const before = readReport(release)!
    const report: BuildReport = {
      ...before,
      builtAt: rollback.at,
      counter,
      rollback,
      seconds: timer.seconds,
      notes: notesOf(state, 0, true),
    }
    writeSnapshot(snapshot, cleaned.lists, { ...cleaned.meta, counter })
    writeAtomically(join(release, RELEASE.report), json(report))
    releases.switchTo(release)
    releases.abandon(folder)
    states.keep(snapshot, release, report)
    return report
  } catch (problem) {
    releases.abandon(folder)
    throw problem
  } finally {
    await renderer?.close()
    for (const each of [pulledInto, snapshot]) rmSync(each, { recursive: true, force: true })
  }
}

/** @throws {RollbackRefused} naming the states that there are. */
function chooseState(states: readonly State[], current: string, target: string | undefined): State {
  const earlier = states.filter(({ name }) => name !== current)
  const found =
    target === undefined
      ? earlier[0]
      : (earlier.find(({ name }) => name === target) ?? earlier.find(({ release }) => release === target))
  if (found) return found
  if (target === current) throw new RollbackRefused(`The site is in state ${current} already.`)
  const names = earlier.map(({ name, builtAt }) => `${name} (${builtAt.slice(0, 16).replace('T', ' ')} UTC)`)
  const which = names.length === 0 ? 'No earlier state is kept.' : `These are kept: ${names.join(', ')}.`
  throw new RollbackRefused(
    target === undefined ? `There is nothing to roll back to. ${which}` : `There is no state ${target}. ${which}`,
  )
}

function notesOf(state: State, leftOut: number, asItWas: boolean): string[] {
  return [
    `Rolled back to state ${state.name} of ${state.builtAt.slice(0, 16).replace('T', ' ')} UTC. The next publishing builds the site of today again.`,
    ...(leftOut > 0
      ? [`${leftOut} ${leftOut === 1 ? 'record or link is' : 'records or links are'} not published any more: left out`]
      : []),
    ...(asItWas ? [] : ['The pages were made by the present version of Lotline.']),
  ]
}

const refusal = ({ name }: State, isWhole: boolean): string =>
  `State ${name} was made by another version of Lotline, or with other settings, and ${isWhole ? 'its release was updated since' : 'some of its records or pictures are not published any more'}, so its pages cannot be served as they are. Install that version and run "npm run build".`

function readReport(release: string): BuildReport | undefined {
  try {
    return JSON.parse(readFileSync(join(release, RELEASE.report), 'utf8')) as BuildReport
  } catch {
    return undefined
  }
}

function writeAtomically(file: string, text: string): void {
  const next = join(file, '..', `${basename(file)}.next`)
  writeFileSync(next, text)
  renameSync(next, file)
}
