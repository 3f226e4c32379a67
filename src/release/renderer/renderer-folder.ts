import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFolder } from '../pages/bundle-folder.ts'
import { ROOT, runAstro } from '../pages/run-astro.ts'

const PARENT = join(ROOT, '.astro')
const NAME = 'renderer-'
/** Below the folder of a server build (renderer/entry.ts). */
export const ENTRY = 'entry.mjs'
/** One that a process before an update uses stays. */
const KEPT = 2

/** The folder of the pages' server build for this version of the code and the settings. Built if there is none yet. */
export async function rendererFolder(version: string, parent = PARENT): Promise<string> {
  const folder = join(parent, NAME + version)
  if (!existsSync(join(folder, ENTRY))) await buildRenderer(folder, parent)
  const now = new Date()
  utimesSync(folder, now, now)
  removeOld(parent)
  return folder
}

async function buildRenderer(folder: string, parent: string): Promise<void> {
  const { folder: out, remove } = bundleFolder(parent)
  try {
    mkdirSync(out, { recursive: true })
    await runAstro({ NODE_ENV: 'production', LOTLINE_OUTPUT: 'server', LOTLINE_OUT: out })
    renameSync(join(out, 'server'), folder)
  } catch (problem) {
    // Another build was faster.
    if (!existsSync(join(folder, ENTRY))) throw problem
  } finally {
    remove()
  }
}

/** Removes those that were not used for the longest time. */
function removeOld(parent: string): void {
  const lastUse = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const folders = readdirSync(parent)
    .filter((name) => name.startsWith(NAME))
    .map((name) => join(parent, name))
    .sort((a, b) => lastUse(b) - lastUse(a))
  for (const old of folders.slice(KEPT)) rmSync(old, { recursive: true, force: true })
}
