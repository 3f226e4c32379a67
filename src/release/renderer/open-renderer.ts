import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { rendererFolder } from './renderer-folder.ts'

const PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url))
/** Pages per message: enough to be quick, few enough to be small. */
const BATCH = 50

export interface Renderer {
  /** The HTML of each address in its order, as the static build writes it; null where the archive has no such page. One call at a time. */
  render(addresses: readonly string[]): AsyncGenerator<[address: string, html: string | null]>
  close(): Promise<void>
}

/** Opens a snapshot in a process of its own, which renders single pages with the server build of the same pages. Rejects if that cannot be built. */
export async function openRenderer(snapshot: string, site: string): Promise<Renderer> {
  const folder = await rendererFolder()
  const child = fork(PROCESS, [folder, site], {
    env: { ...process.env, NODE_ENV: 'production', LOTLINE_SNAPSHOT: snapshot },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)

  async function renderBatch(addresses: readonly string[]): Promise<(string | null)[]> {
    const answer = once(child, 'message')
    child.send([...addresses])
    const [pages] = (await Promise.race([answer, ended.then(() => [{ reason: 'The renderer has ended.' }])])) as [
      (string | null)[] | { reason: string },
    ]
    if ('reason' in pages) throw new Error(pages.reason)
    return pages
  }
  return {
    async *render(addresses) {
      for (let from = 0; from < addresses.length; from += BATCH) {
        const batch = addresses.slice(from, from + BATCH)
        const pages = await renderBatch(batch)
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
