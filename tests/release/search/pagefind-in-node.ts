import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { collectionData } from '#release/files/data-files.ts'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { type IndexEngine, openEngine } from '#islands/search/engine.ts'
import { openPagefind, readEntry } from '#islands/search/pagefind.ts'
import { openArchive } from '#snapshot/archive.ts'
import { createBuiltSource } from '#stores/collection/built-source.ts'

/** The site's search over the index in `folder`, with Pagefind's own module as the build wrote it; `asked` are the files that it loaded. */
export async function openFolder(folder: string): Promise<IndexEngine & { asked: string[] }> {
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
  const engine = openEngine(
    { load: (_, ...index) => openPagefind(module, ...index), entry: readEntry },
    () => import('#islands/search/texts.ts'),
  )
  return { ...engine, asked }
}

/** The last build of a snapshot: the site's search, and what the collection page asks while the API is away. */
export async function openLastBuild(snapshot: string, folder: string, options?: { recordsAPart: number }) {
  await buildSearchIndex(snapshot, folder, options)
  const index = await openFolder(folder)
  const files = new Map(collectionData(openArchive(snapshot)))
  return { index, away: createBuiltSource({ find: index.find, data: async (path) => JSON.parse(files.get(path)!) }) }
}
