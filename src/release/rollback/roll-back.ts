import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { RELEASE } from '#rules/addresses/site-routing.ts'
import { forgetArchive } from '#snapshot/archive.ts'
import { readSnapshot, writeSnapshot } from '#snapshot/files.ts'
import { type Build, type ReleaseOptions, stepTimer, STEPS, type Steps } from '../build-steps.ts'
import { codeVersion } from '../code-version.ts'
import { useSettings } from '../settings.ts'
import { openReleases } from '../releases.ts'
import { openRenderer } from '../renderer/open-renderer.ts'
import { type BuildReport, reportJson, changedBetween } from '../report.ts'
import { findBase, opensAlike, readBeside } from '../update/base.ts'
import { renewSearch, updateRelease } from '../update/update-release.ts'
import { openStates, stateName, type State } from './states.ts'
import { withoutWithdrawn } from './without-withdrawn.ts'

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
  const lock = await releases.lock(options.patience)
  const [pulledInto, snapshot] = [releases.snapshot(), releases.snapshot()]
  let folder: string | undefined
  try {
    const settings = useSettings(await steps.settings(options.api))
    folder = releases.begin()
    const current = releases.current()
    const from = current && readBeside<BuildReport>(current, RELEASE.report)
    if (!current || !from) throw new RollbackRefused('There is no site yet, so there is nothing to roll back.')
    const state = chooseState(states.list(), stateName(current, from), target)
    const timer = stepTimer(options)
    const { api, source, apiBase, pictures, fetchPicture } = options
    const startedAt = new Date().toISOString()
    const pulled = await timer.timed('pull', () =>
      steps.pull({ api, source, apiBase, pictures, fetchPicture, folder: pulledInto }),
    )
    const cleaned = withoutWithdrawn(readSnapshot(states.folder(state.name)), readSnapshot(pulledInto))
    const { counter } = pulled.meta
    const settled = { counter, source, apiBase, pictures: pulled.meta.pictures }
    const rollback = { to: state.name, at: new Date().toISOString(), code }
    const release = releases.folderOf(state.release)

    const build: Build = { startedAt, options, steps, code, settings, folder, snapshot, pulled, rollback, ...timer }
    /** Undefined if this version of Lotline did not make the release, or the map opens with other pictures there. */
    const baseOf = (base: string | undefined, overlays = cleaned.meta.overlays) => {
      const found = base === undefined ? undefined : findBase(base, code, options)
      if (!found) return undefined
      forgetArchive()
      const meta = writeSnapshot(snapshot, cleaned.lists, { ...cleaned.meta, overlays, ...settled })
      return opensAlike(found, build) ? { ...found, meta } : undefined
    }
    /** What changes for visitors, who see the current release. */
    const switched = (to: string, report: BuildReport): BuildReport =>
      to === current
        ? report
        : { ...report, changed: changedBetween(join(current, RELEASE.site), join(to, RELEASE.site)) }

    const own = baseOf(release)
    const before = release && readBeside<BuildReport>(release, RELEASE.report)
    if (!own && release && before && cleaned.isWhole && stateName(release, before) === state.name) {
      // Made by another version of Lotline, and all of it is still published: as it is.
      const report: BuildReport = {
        ...before,
        ...{ builtAt: rollback.at, counter, rollback, seconds: timer.seconds },
        notes: notesOf(state, 0, true),
      }
      writeSnapshot(snapshot, cleaned.lists, { ...cleaned.meta, counter })
      writeAtomically(join(release, RELEASE.report), reportJson(report))
      releases.switchTo(release)
      states.keep(snapshot, release, report)
      releases.abandon(folder)
      return switched(release, report)
    }

    const base = own ?? baseOf(current, pulled.meta.overlays)
    if (!base) throw new RollbackRefused(refusal(state, cleaned.isWhole))
    const renderer = await openRenderer(options.site, code)
    const notes = notesOf(state, cleaned.leftOut, base === own)
    const cleanBuild = { ...build, pulled: { ...pulled, meta: base.meta, notes } }
    const { report, journal } = await updateRelease(cleanBuild, base, renderer)
    releases.update(folder, journal)
    states.keep(snapshot, base.release, report)
    // The words of what was withdrawn since leave the index before visitors see it.
    folder = releases.begin()
    const kept = { ...cleanBuild, folder, snapshot: states.kept(snapshot, base.release, report) }
    const renewed = await renewSearch(kept, { ...findBase(base.release, code, options)!, report })
    releases.update(folder, renewed.journal)
    releases.switchTo(base.release)
    return switched(base.release, renewed.report)
  } catch (problem) {
    if (folder) releases.abandon(folder)
    throw problem
  } finally {
    for (const each of [pulledInto, snapshot]) rmSync(each, { recursive: true, force: true })
    lock.release()
  }
}

function writeAtomically(file: string, text: string): void {
  const next = join(file, '..', `${basename(file)}.next`)
  writeFileSync(next, text)
  renameSync(next, file)
}

/** Why it is impossible, and what to do instead. Nothing was changed. */
export class RollbackRefused extends Error {}

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

export function notesOf(state: State, leftOut: number, asItWas: boolean): string[] {
  return [
    `Rolled back to state ${state.name} of ${state.builtAt.slice(0, 16).replace('T', ' ')} UTC. The next publishing builds the site of today again.`,
    ...(leftOut > 0
      ? [`${leftOut} ${leftOut === 1 ? 'record or link is' : 'records or links are'} not published any more: left out`]
      : []),
    ...(asItWas ? [] : ['The pages were made by the present version of Lotline.']),
  ]
}

export const refusal = ({ name }: State, isWhole: boolean): string =>
  `State ${name} was made by another version of Lotline, or with other settings, and ${isWhole ? 'its release was updated since' : 'some of its records or pictures are not published any more'}, so its pages cannot be served as they are. Install that version and run "npm run build".`
