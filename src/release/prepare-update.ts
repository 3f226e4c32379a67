import { openArchive } from '#snapshot/archive.ts'
import { hasSnapshot } from '#snapshot/files.ts'
import { mapHome } from '#snapshot/pages/browse/map-home.ts'
import type { ReleaseOptions } from './build-steps.ts'
import { openReleases } from './releases.ts'
import { openRenderer } from './renderer/open-renderer.ts'
import { openStates, stateName } from './rollback/states.ts'
import { readSettings, useSettings } from './settings.ts'
import { findBase } from './update/base.ts'
import { pageViews } from './update/contents.ts'

/** Pages that are rendered beforehand, of all kinds: code that has run a few hundred times runs several times as fast. */
const WARM_UP = 400
let isWarm = false

/** Makes what an update of the current release needs, so that the next one in this process is quick: pages' renderer, contents, archive and its lists. @param code version of the code. */
export async function prepareUpdate(options: ReleaseOptions, code: string): Promise<void> {
  useSettings(await readSettings(options.api))
  const current = openReleases(options.siteFolder).current()
  const base = current && findBase(current, code, options)
  if (!base) return
  const renderer = await openRenderer(options.site, code)
  const state = openStates(options.siteFolder).folder(stateName(base.release, base.report))
  if (!hasSnapshot(state)) return
  const archive = openArchive(state)
  mapHome(archive)
  const every = Math.ceil(base.contents.pages.length / WARM_UP)
  const some: string[] = []
  let at = 0
  for (const [address] of pageViews(archive)) if (at++ % every === 0) some.push(address)
  const pages = renderer.render(state, isWarm ? [] : some)
  while (!(await pages.next()).done);
  isWarm = true
}
