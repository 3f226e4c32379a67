import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { RenderAnswer, RenderRequest } from './render-process.ts'
import { rendererFolder } from './renderer-folder.ts'

const PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** Pages per message: enough to be quick, few enough to be small. */
const BATCH = 50

export interface Renderer {
  /** The HTML of each address in its order, as the static build writes it; null where the snapshot has no such page. One call at a time. */
  render(snapshot: string, addresses: readonly string[]): AsyncGenerator<[address: string, html: string | null]>
  close(): Promise<void>
}

/** Starts a process that renders single pages with the server build of the same pages. Rejects if that cannot be built. */
export async function openRenderer(site: string): Promise<Renderer> {
  const folder = await rendererFolder()
  const child = fork(PROCESS, [folder, site], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)

  async function renderBatch(request: RenderRequest): Promise<(string | null)[]> {
    const answer = once(child, 'message') as Promise<[RenderAnswer]>
    const gone = ended.then((): [RenderAnswer] => [{ reason: 'The renderer has ended.' }])
    child.send(request)
    const [pages] = await Promise.race([answer, gone])
    if ('reason' in pages) throw new Error(pages.reason)
    return pages
  }
  return {
    async *render(snapshot, addresses) {
      for (let from = 0; from < addresses.length; from += BATCH) {
        const batch = addresses.slice(from, from + BATCH)
        const pages = await renderBatch({ snapshot, addresses: batch })
        for (const [at, address] of batch.entries()) yield [address, pages[at]!]
      }
    },
    async close() {
      process.off('exit', stop)
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
