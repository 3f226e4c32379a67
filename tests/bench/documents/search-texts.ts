/* Search in the texts of 100,000 newspaper pages: node tests/bench/documents/search-texts.ts [pages] */
import { createItems } from '#server/repositories/items.ts'
import { createArchiveState } from '#server/repositories/archive-state.ts'
import { openDatabase, openReader } from '#server/database/open.ts'
import { refreshPending } from '#server/records/refresh-search.ts'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWords } from './words.ts'

const pages = Number(process.argv[2] ?? 100_000)
const [PAGES_AN_ISSUE, WORDS_A_PAGE, VOCABULARY] = [4, 400, 30_000]
const file = join(tmpdir(), `lotline-bench-texts-${process.pid}.sqlite3`)
const { anyWord, text } = createWords(VOCABULARY)
/** Milliseconds of processor: a machine that others keep busy says the same. */
const processor = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000

const db = await openDatabase(file)
try {
  const { sqlite } = db
  const sha256 = 'a'.repeat(64)
  sqlite
    .prepare("insert into original (sha256, format, bytes, width, height) values (?, 'jpeg', 1, 10, 10)")
    .run(sha256)
  const item = sqlite.prepare(
    "insert into item (id, type, title, visibility, created_at, updated_at) values (?, 'newspaper', ?, 'published', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
  )
  const scan = sqlite.prepare(
    "insert into scan (id, item_id, sha256, scan_order, version, text) values (?, ?, ?, ?, 'v', ?)",
  )
  sqlite.exec('begin')
  for (let page = 0; page < pages; page++) {
    const issue = Math.floor(page / PAGES_AN_ISSUE) + 1
    if (page % PAGES_AN_ISSUE === 0) item.run(issue, `Issue ${issue}`)
    scan.run(page + 1, issue, sha256, (page % PAGES_AN_ISSUE) + 1, text(WORDS_A_PAGE))
  }
  sqlite.exec('commit')
  let start = processor()
  const { refreshTexts } = await import('#server/database/text-search.ts')
  await db.transaction().execute(async (trx) => {
    while (await refreshTexts(trx));
  })
  while (await refreshPending(db));
  console.log(`Full text of ${pages} pages: ${Math.round(processor() - start)} ms of processor`)
  const reader = openReader(file)
  const items = createItems(reader, createArchiveState(reader))
  const times: number[] = []
  for (let run = 0; run < 300; run++) {
    const search = Array.from({ length: 1 + (run % 3) }, anyWord).join(' ')
    start = processor()
    const query = { search, page: 1, page_size: 10, visibility: 'published' } as never
    const { text: answer } = await items.list(query, 2026)
    times.push(processor() - start)
    if (run === 0) console.log(search, answer.slice(0, 30))
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1)
  console.log(`Searches: median ${at(0.5)} ms, slowest percent ${at(0.99)} ms, slowest ${times.at(-1)!.toFixed(1)} ms`)
  await reader.destroy()
} finally {
  await db.destroy()
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
