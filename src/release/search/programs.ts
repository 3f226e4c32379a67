import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const SCRIPTS = ['pagefind-worker.js', 'pagefind.js']
/** How Pagefind's scripts load a file of words; what follows passes over the ones that cannot be loaded. */
const LOADS_WORDS = '"load_index_chunk"))'
const PASSES_OVER = '.catch(()=>{})'

/**
 * Fits Pagefind's programs to this site. The WebAssembly lies there as it is, with Pagefind's mark: the release compresses it better than Pagefind does,
 * and hosts do as well. In the scripts a file of words that cannot be loaded fails the search: to find less without a word, as Pagefind does, would be a
 * wrong answer to a page that was opened before the last build. Throws where the scripts are not as they are known.
 */
export function adaptPrograms(folder: string): void {
  for (const file of readdirSync(folder).filter((name) => /^wasm\..*\.pagefind$/.test(name)))
    writeFileSync(join(folder, file), gunzipSync(readFileSync(join(folder, file))))
  for (const file of SCRIPTS) {
    const parts = readFileSync(join(folder, file), 'utf8').split(LOADS_WORDS + PASSES_OVER)
    if (parts.length !== 2) throw new Error(`${file} does not load words as is known of Pagefind 1.6`)
    writeFileSync(join(folder, file), parts.join(LOADS_WORDS))
  }
}
