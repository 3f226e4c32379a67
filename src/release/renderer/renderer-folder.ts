import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { codeVersion } from '../code-version.ts'
import { bundleFolder } from '../pages/bundle-folder.ts'
import { ROOT, runAstro } from '../pages/run-astro.ts'

const PARENT = join(ROOT, '.astro')
const NAME = 'renderer-'
/** Below the folder of a server build (renderer/entry.ts). */
export const ENTRY = 'entry.mjs'
/** Several archives, and a version before and after an update, may share the code's folder. */
const KEPT = 4

/** The folder of the pages' server build for this code and site URL, which is part of it. Built if there is none yet. */
export async function rendererFolder(site: string, code: string = codeVersion(), parent = PARENT): Promise<string> {
  const key = createHash('sha256').update(`${code} ${site}`).digest('hex').slice(0, 16)
  const folder = join(parent, NAME + key)
  if (!existsSync(join(folder, ENTRY))) await buildRenderer(site, folder, parent)
  const now = new Date()
  utimesSync(folder, now, now)
  removeOld(parent)
  return folder
}

async function buildRenderer(site: string, folder: string, parent: string): Promise<void> {
  const { folder: out, remove } = bundleFolder(parent)
  try {
    mkdirSync(out, { recursive: true })
    await runAstro({ NODE_ENV: 'production', LOTLINE_OUTPUT: 'server', LOTLINE_OUT: out, SITE_URL: site })
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
