import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SEARCH_ENTRY } from '#rules/addresses/site-routing.ts'
import { TEXTS_FOLDER } from '#rules/search/index-filters.ts'
import { type Archive, openArchive } from '#snapshot/archive.ts'
import { searchRecords } from './records.ts'
import { close, createIndex, type CustomRecord, type PagefindIndex } from 'pagefind'
import { releaseMemory } from '../memory.ts'
import { toPagefind } from './custom-record.ts'
import { textRecords } from './texts.ts'

/** Records of a part of the index at most: Pagefind takes 46 kB of memory for each. */
const RECORDS_A_PART = 25_000
/** A page of a newspaper takes as much as fifteen of those. */
const TEXTS_A_PART = 2_000

type Indexed = Omit<CustomRecord, 'language'>
type Progress = ((done: number) => void) | undefined
interface IndexOptions {
  onProgress?: (done: number) => void
  recordsAPart?: number
}
/** What Pagefind's entry file has of the parts of the index, which are languages for it. */
interface Entry {
  languages: Record<string, { page_count: number }>
}

/**
 * Builds the search index of a snapshot in `folder`, and that of its texts below, and answers the number of its records. Throws Pagefind's errors.
 */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  { onProgress, recordsAPart = RECORDS_A_PART }: IndexOptions = {},
): Promise<number> {
  const archive = openArchive(snapshot)
  const { entry, done } = await writeParts(customRecords(archive), folder, 'a', recordsAPart, onProgress)
  if (archive.lists.texts.some(({ text }) => text.trim() !== '')) {
    const below = join(folder, basename(TEXTS_FOLDER))
    const texts = await writeParts(textRecords(archive), below, 't', Math.min(recordsAPart, TEXTS_A_PART))
    for (const file of readdirSync(below)) if (/\.(?:js|css)$/.test(file)) rmSync(join(below, file))
    // Open pages look at this file alone to see whether either has changed.
    writeFileSync(join(folder, SEARCH_ENTRY), JSON.stringify({ ...entry, texts: texts.entry.languages }))
  }
  return done
}

function* customRecords(archive: Archive): Generator<Indexed> {
  for (const record of searchRecords(archive)) yield toPagefind(record)
}

/** Writes an index in parts, one after the other. Their names are short, because they are repeated for each record. */
async function writeParts(
  records: Iterator<Indexed>,
  folder: string,
  letter: string,
  most: number,
  onProgress?: Progress,
): Promise<{ entry: Entry; done: number }> {
  let next = records.next()
  function* take(): Generator<Indexed> {
    for (let count = 0; count < most && !next.done; count++, next = records.next()) yield next.value
  }
  const languages: Entry['languages'] = {}
  let [entry, done] = [{} as Entry, 0]
  for (let part = 0; part === 0 || !next.done; part++) {
    const name = `${letter}${part || ''}`
    const before = done
    done += await writeIndex(take(), folder, name, (some) => onProgress?.(before + some))
    entry = JSON.parse(readFileSync(join(folder, SEARCH_ENTRY), 'utf8')) as Entry
    // Pagefind opens the one with most pages, and others on request.
    languages[name] = { ...entry.languages[name]!, ...(part > 0 && { page_count: 0 }) }
  }
  entry = { ...entry, languages }
  writeFileSync(join(folder, SEARCH_ENTRY), JSON.stringify(entry))
  return { entry, done }
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
  records: Iterable<Indexed>,
  folder: string,
  name: string,
  onProgress: Progress,
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
  records: Iterable<Indexed>,
  name: string,
  onProgress: Progress,
): Promise<number> {
  let count = 0
  const waiting = new Set<Promise<void>>()
  for (const record of records) {
    const adding = index.addCustomRecord({ ...record, language: name }).then((answer) => {
      waiting.delete(adding)
      if (answer.errors.length > 0) throw new Error(`${record.url} could not be indexed: ${answer.errors.join('; ')}`)
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
