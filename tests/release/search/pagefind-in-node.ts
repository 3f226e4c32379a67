import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vm from 'node:vm'
import { close, createIndex } from 'pagefind'
import { openWorker } from '#islands/search/pagefind-worker.ts'
import { slimIndex } from '#release/search/slim-index.ts'

export interface Written {
  title: string
  content: string
}

/** Two folders with the same records (record n is `/n/`, and called `na` in the light one), as Pagefind writes them and made light. */
export async function writeIndexes(
  records: readonly Written[],
  chunk: number,
): Promise<{ stock: string; light: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'search-index-'))
  const [stock, light] = [join(folder, 'stock'), join(folder, 'light')]
  const { index } = await createIndex({ forceLanguage: 'en', maxFragments: 5 })
  for (const [at, { title, content }] of records.entries())
    await index!.addCustomRecord({ url: `/${at + 1}/`, content, language: 'en', meta: { title } })
  await index!.writeFiles({ outputPath: stock })
  await close()
  cpSync(stock, light, { recursive: true })
  slimIndex(light, (url) => ({ name: `${/\d+/.exec(url)![0]}a`, meta: { title: 'shown' } }), chunk)
  return { stock, light, remove: () => rmSync(folder, { recursive: true }) }
}

/** Pagefind's own worker over the files of `folder`, asked through the calls that the site makes; `asked` are the files it loaded, `said` what it told
 * the console. */
export async function openFolder(folder: string, language = 'en') {
  const asked: string[] = []
  const said: unknown[] = []
  const worker = startWorker(folder, asked, said)
  const pagefind = openWorker(worker as unknown as Worker, language)
  await pagefind.options({ excerptLength: 28, ranking: { metaWeights: { title: 8 }, pageLength: 0.4 } })
  return { ...pagefind, asked, said }
}

function startWorker(folder: string, asked: string[], said: unknown[]): EventTarget {
  let receive: (event: { data: unknown }) => void = () => undefined
  const outside = Object.assign(new EventTarget(), {
    postMessage: (data: unknown) => receive({ data }),
    terminate: () => undefined,
  })
  const self = {
    addEventListener: (_: 'message', listener: typeof receive) => void (receive = listener),
    postMessage: (data: unknown) => void outside.dispatchEvent(new MessageEvent('message', { data })),
  }
  const say = (text: unknown) => void said.push(text)
  const fetch = async (address: string) => {
    const path = address.replace(/^\/pagefind\//, '').replace(/\?.*$/, '')
    asked.push(path)
    const file = join(folder, path)
    return existsSync(file) ? new Response(readFileSync(file)) : new Response('', { status: 404 })
  }
  vm.runInNewContext(readFileSync(join(folder, 'pagefind-worker.js'), 'utf8'), {
    ...{
      self,
      fetch,
      console: { error: say, warn: say, log: say },
      TextDecoder,
      TextEncoder,
      WebAssembly,
      setTimeout,
      URL,
      Intl,
      Uint8Array,
      ArrayBuffer,
    },
    ...{ Response, Request, FinalizationRegistry },
  })
  return outside
}
