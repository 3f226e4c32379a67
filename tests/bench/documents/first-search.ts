/* What a first search in the texts of 1,000 newspaper pages loads while the API is away: node tests/bench/documents/first-search.ts [pages] */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { findPage } from '#islands/search/results.ts'
import { buildSearchIndex } from '#release/search/build-index.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openFolder } from '../../release/search/pagefind-in-node.ts'
import { openTestArchive } from '../../server/fixtures.ts'
import { createWords } from './words.ts'

const pages = Number(process.argv[2] ?? 1000)
const [PAGES_AN_ISSUE, WORDS_A_PAGE, MOST] = [4, 3500, 600_000]
const { word, text } = createWords(60_000)
const folder = mkdtempSync(join(tmpdir(), 'lotline-bench-first-search-'))
const sha256 = 'a'.repeat(64)
const issues = Array.from({ length: Math.ceil(pages / PAGES_AN_ISSUE) }, (_, at) => at + 1)
const archive = await openTestArchive({
  items: issues.map((id) => ({ id, title: `Issue ${id}`, type: 'newspaper', date_start: 18_000_101 + id * 1000 })),
  original: [{ sha256, format: 'jpeg', bytes: 1, width: 10, height: 10 }],
  scan: Array.from({ length: pages }, (_, at) => ({
    ...{ id: at + 1, item_id: Math.floor(at / PAGES_AN_ISSUE) + 1, sha256, scan_order: (at % PAGES_AN_ISSUE) + 1 },
    ...{ version: 'v', text: text(WORDS_A_PAGE) },
  })),
} as never)
try {
  const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  const snapshot = join(folder, 'snapshot')
  await pullSnapshot({ api, folder: snapshot, source: 'a bench', apiBase: '' })
  const start = performance.now()
  await buildSearchIndex(snapshot, join(folder, 'index'))
  console.log(`Index of ${pages} pages: ${Math.round(performance.now() - start)} ms`)
  let worst = 0
  // The most frequent words, and some as people ask for.
  for (const words of [word(1), word(2), word(40), word(400), `${word(20)} ${word(300)}`, word(20_000), 'qwertz']) {
    const index = await openFolder(join(folder, 'index'))
    const { count } = await findPage(index, { words, kind: '', type: '', page: 1 })
    const sizeOf = (file: string) => {
      const bytes = readFileSync(join(folder, 'index', file))
      return file.endsWith('.json') ? brotliCompressSync(bytes).length : bytes.length
    }
    const scripts = brotliCompressSync(readFileSync(join(folder, 'index/pagefind.js'))).length
    const files = [...new Set(index.asked)].map((file) => [file, sizeOf(file)] as const)
    const part = (name: RegExp) => files.reduce((sum, [file, bytes]) => sum + (name.test(file) ? bytes : 0), 0)
    const bytes = scripts + part(/./)
    worst = Math.max(worst, bytes)
    const shares = { words: part(/pf_index/), records: part(/pf_fragment/), program: scripts + part(/wasm/) }
    console.log(`“${words}”: ${count} items, ${bytes} bytes in ${files.length} files`, shares)
  }
  console.log(`A first search in texts: ${worst} bytes at most (${MOST} are allowed)`)
  if (worst > MOST) process.exitCode = 1
} finally {
  await archive.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
