import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEARCH_ENTRY } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import { countRecords, searchRecords, type SearchRecord } from './records.ts'
import { close, createIndex, type PagefindIndex } from 'pagefind'
import { releaseMemory } from '../memory.ts'
import { toPagefind } from './custom-record.ts'

/** Records of a part of the index at most: Pagefind takes 46 kB of memory for each. */
const RECORDS_A_PART = 25_000

interface IndexOptions {
  onProgress?: (done: number) => void
  recordsAPart?: number
}
/** What Pagefind's entry file has of the parts of the index, which are languages for it. */
interface Entry {
  languages: Record<string, { page_count: number }>
}

/**
 * Builds the search index of a snapshot in `folder`, one part after the other, and answers the number of its records. Their
 * names are short, because they are repeated for each record. Throws Pagefind's errors.
 */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  { onProgress, recordsAPart = RECORDS_A_PART }: IndexOptions = {},
): Promise<number> {
  const archive = openArchive(snapshot)
  const records = searchRecords(archive)
  const parts = Math.max(1, Math.ceil(countRecords(archive) / recordsAPart))
  const languages: Entry['languages'] = {}
  let [entry, done] = [{} as Entry, 0]
  for (let part = 0; part < parts; part++) {
    const name = `a${part || ''}`
    const before = done
    done += await writeIndex(take(records, recordsAPart), folder, name, (some) => onProgress?.(before + some))
    entry = JSON.parse(readFileSync(join(folder, SEARCH_ENTRY), 'utf8')) as Entry
    // Pagefind opens the one with most pages, and others on request.
    languages[name] = { ...entry.languages[name]!, ...(part > 0 && { page_count: 0 }) }
  }
  writeFileSync(join(folder, SEARCH_ENTRY), JSON.stringify({ ...entry, languages }))
  return done
}

function* take(records: Iterator<SearchRecord>, most: number): Generator<SearchRecord> {
  for (let count = 0; count < most; count++) {
    const { value, done } = records.next()
    if (done) return
    yield value
  }
}

/** Concurrent `addCustomRecord` calls: enough to keep Pagefind busy, few enough to bound memory. */
const IN_FLIGHT = 200

/**
 * Settings of jemalloc (https://jemalloc.net/jemalloc.3.html#tuning), the allocator of Pagefind's program: freed memory is shared by its threads and soon
 * returned, which lowers its peak by a fifth. Systems where it has another allocator ignore them.
 */
const ALLOCATOR = 'narenas:1,tcache:false,dirty_decay_ms:300,muzzy_decay_ms:0'

/**
 * Writes an index into a folder and answers the number of its records. `name` takes the place of a language. Pagefind knows none of that name, and so has no
 * stemmer: with it, `happiness` would find `happy` but `happines` would not. Endings are handled by rules/search/word-forms.ts, as in the API.
 */
async function writeIndex(
  records: Iterable<SearchRecord>,
  folder: string,
  name: string,
  onProgress?: (done: number) => void,
): Promise<number> {
  releaseMemory()
  // Pagefind starts its program with this process's environment.
  process.env._RJEM_MALLOC_CONF ??= ALLOCATOR
  const { index, errors } = await createIndex({ forceLanguage: name })
  if (!index) throw new Error(`The search index could not be created: ${errors.join('; ')}`)
  try {
    const count = await addRecords(index, records, name, onProgress)
    // Pagefind writes no index without records, and its script fails without an index.
    if (count === 0) await index.addCustomRecord({ url: '/', content: name, language: name })
    releaseMemory()
    const written = await index.writeFiles({ outputPath: folder })
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
    return count
  } finally {
    // Ends Pagefind's process, which holds the whole index in memory.
    await close()
  }
}

async function addRecords(
  index: PagefindIndex,
  records: Iterable<SearchRecord>,
  name: string,
  onProgress: ((done: number) => void) | undefined,
): Promise<number> {
  let count = 0
  const waiting = new Set<Promise<void>>()
  for (const record of records) {
    const custom = toPagefind(record)
    const adding = index.addCustomRecord({ ...custom, language: name }).then((answer) => {
      waiting.delete(adding)
      if (answer.errors.length > 0) throw new Error(`${custom.url} could not be indexed: ${answer.errors.join('; ')}`)
      if (++count % 500 === 0) onProgress?.(count)
    })
    // Awaited below, unless something fails before.
    adding.catch(() => undefined)
    waiting.add(adding)
    if (waiting.size >= IN_FLIGHT) await Promise.race(waiting)
  }
  await Promise.all(waiting)
  return count
}
