import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import type { app as App } from './entry.ts'
import { codeVersion } from '../code-version.ts'
import { settingsVersion } from '../settings.ts'
import { bundleFolder } from '../pages/bundle-folder.ts'
import { ROOT, runAstro } from '../pages/run-astro.ts'

const PARENT = join(ROOT, '.astro')
const NAME = 'renderer-'
/** Below the folder of a server build (renderer/entry.ts). */
const ENTRY = 'entry.mjs'
/** One that a process before an update uses stays. */
const KEPT = 2

/** The folder of the pages' server build for this version of the code and the settings. Built if there is none yet. */
async function rendererFolder(version: string): Promise<string> {
  const folder = join(PARENT, NAME + version)
  if (!existsSync(join(folder, ENTRY))) await buildRenderer(folder)
  const now = new Date()
  utimesSync(folder, now, now)
  removeOld()
  return folder
}

async function buildRenderer(folder: string): Promise<void> {
  const { folder: out, remove } = bundleFolder(PARENT)
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

function removeOld(): void {
  const lastUse = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const folders = readdirSync(PARENT)
    .filter((name) => name.startsWith(NAME))
    .map((name) => join(PARENT, name))
    .sort((a, b) => lastUse(b) - lastUse(a))
  for (const old of folders.slice(KEPT)) rmSync(old, { recursive: true, force: true })
}

export interface Renderer {
  /** The HTML of each address in its order, as the static build writes it; null where the snapshot has no such page. One call at a time. */
  render(snapshot: string, addresses: Iterable<string>): AsyncGenerator<[address: string, html: string | null]>
}

/** Astro answers with this page where there is none. */
const NOT_FOUND = '/404/'

/**
 * Loads the server build of the pages, which renders single ones, into this process: both read the same archive (snapshot/archive.ts). Rejects if it cannot be built.
 */
export async function openRenderer(site: string, code: string = codeVersion()): Promise<Renderer> {
  const entry = join(await rendererFolder(code + settingsVersion()), ENTRY)
  const { app } = (await import(pathToFileURL(entry).href)) as { app: typeof App }

  async function renderPage(address: string): Promise<string | null> {
    const answer = await app.render(new Request(new URL(address, site)))
    if (answer.status === 404 && address !== NOT_FOUND) return null
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${address} could not be rendered.`)
    return await answer.text()
  }
  return {
    async *render(snapshot, addresses) {
      // Where pages look for it.
      process.env.LOTLINE_SNAPSHOT = snapshot
      for (const address of addresses) yield [address, await renderPage(address)]
    },
  }
}
