import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { app as App } from './entry.ts'
import { ENTRY } from './renderer-folder.ts'

/** Pages of a snapshot, by address. */
export interface RenderRequest {
  snapshot: string
  addresses: string[]
}
/** HTML in the order of the addresses, null where the archive has no such page. */
export type RenderAnswer = (string | null)[] | { reason: string }

/** The child process of a renderer. Exits when the parent is gone. */
const [folder, site] = process.argv.slice(2) as [string, string]
process.once('disconnect', () => process.exit(0))
if (!process.connected) process.exit(1)

/** Astro answers with this page where there is none. */
const NOT_FOUND = '/404/'

const loading = import(pathToFileURL(join(folder, ENTRY)).href) as Promise<{ app: typeof App }>

async function render(address: string): Promise<string | null> {
  const { app } = await loading
  const answer = await app.render(new Request(new URL(address, site)))
  if (answer.status === 404 && address !== NOT_FOUND) return null
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`${address} could not be rendered.`)
  return await answer.text()
}

async function renderAll({ snapshot, addresses }: RenderRequest): Promise<RenderAnswer> {
  // Where pages look for it.
  process.env.LOTLINE_SNAPSHOT = snapshot
  const pages: (string | null)[] = []
  try {
    for (const address of addresses) pages.push(await render(address))
    return pages
  } catch (problem) {
    return { reason: problem instanceof Error ? problem.message : String(problem) }
  }
}

process.on('message', (request: RenderRequest) => {
  void renderAll(request).then((answer) => process.send!(answer))
})
