import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { app as App } from './entry.ts'
import { codeVersion } from '../code-version.ts'
import { settingsVersion } from '../settings.ts'
import { ENTRY, rendererFolder } from './renderer-folder.ts'

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
