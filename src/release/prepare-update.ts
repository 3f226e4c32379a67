import { openArchive } from '#snapshot/archive.ts'
import { hasSnapshot } from '#snapshot/files.ts'
import type { ReleaseOptions } from './build-steps.ts'
import { openReleases } from './releases.ts'
import { openRenderer } from './renderer/open-renderer.ts'
import { openStates, stateName } from './rollback/states.ts'
import { readSettings, useSettings } from './settings.ts'
import { findBase } from './update/base.ts'

/** Loads what an update of the current release needs, so that the next one in this process is quick: pages' renderer, contents, archive. @param code version of the code. */
export async function prepareUpdate(options: ReleaseOptions, code: string): Promise<void> {
  useSettings(await readSettings(options.api))
  const current = openReleases(options.siteFolder).current()
  const base = current && findBase(current, code, options)
  if (!base) return
  await openRenderer(options.site, code)
  const state = openStates(options.siteFolder).folder(stateName(base.release, base.report))
  if (hasSnapshot(state)) openArchive(state)
}
