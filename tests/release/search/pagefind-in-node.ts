import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Engine, openEngine } from '#islands/search/engine.ts'
import { openPagefind } from '#islands/search/pagefind.ts'
import { openVocabulary } from '#islands/search/vocabulary.ts'

/** The site's search over the index in `folder`, with Pagefind's own module as the build wrote it; `asked` are the files that it loaded. */
export async function openFolder(folder: string): Promise<Engine & { asked: string[] }> {
  const asked: string[] = []
  const read = (address: string) => {
    const path = address.replace(/^.*\/pagefind\//, '').replace(/\?.*$/, '')
    asked.push(path)
    const file = join(folder, path)
    return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 })
  }
  const network = globalThis.fetch
  globalThis.fetch = async (address, ...rest) =>
    typeof address === 'string' && address.startsWith('/pagefind/') ? read(address) : network(address, ...rest)
  const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'pagefind.js')).href)) as Parameters<
    typeof openPagefind
  >[0]
  const engine = openEngine({
    load: async () => openPagefind(module),
    vocabulary: () => openVocabulary(async (address) => read(address).text()),
  })
  return { ...engine, asked }
}
