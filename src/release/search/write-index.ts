import { createHash } from 'node:crypto'
import { close, createIndex, type PagefindIndex } from 'pagefind'
import { SEARCH_KINDS } from '#rules/search/search-kinds.ts'
import { searchWords } from '#rules/search/search-text.ts'
import { INDEX_NAME, type IndexPart, type RecordCounts } from '#rules/search/vocabulary.ts'
import { releaseMemory } from '../memory.ts'
import { toPagefind } from './custom-record.ts'
import type { SearchRecord } from './records.ts'
import { writeWords } from './write-words.ts'

/** Concurrent `addCustomRecord` calls: enough to keep Pagefind busy, few enough to bound memory. */
const IN_FLIGHT = 200

/**
 * Settings of jemalloc (https://jemalloc.net/jemalloc.3.html#tuning), the allocator of Pagefind's program: freed memory is shared by its threads and soon
 * returned, which lowers its peak by a fifth. Systems where it has another allocator ignore them.
 */
const ALLOCATOR = 'narenas:1,tcache:false,dirty_decay_ms:300,muzzy_decay_ms:0'

export interface WrittenIndex extends IndexPart {
  version: string
  records: RecordCounts
}

export interface WriteOptions {
  onProgress?: ((done: number) => void) | undefined
  /** When all records were added. */
  onAdded?: () => void
  /** Other work of this process, while Pagefind's writes. */
  whileWriting?: (() => void) | undefined
  /** Ends the work; its reason is thrown. */
  signal?: AbortSignal | undefined
}

/**
 * `name` takes the place of a language. Pagefind knows none of that name, and so has no stemmer: with it, `happiness` would find `happy` but `happines` would not.
 * Endings are handled by rules/search/word-forms.ts, as in the API.
 */
export async function writeIndex(
  records: Iterable<SearchRecord>,
  folder: string,
  name: string,
  { onProgress, onAdded, whileWriting, signal }: WriteOptions = {},
): Promise<WrittenIndex> {
  // A delta is small.
  const isLarge = name !== INDEX_NAME.delta
  if (isLarge) releaseMemory()
  // Pagefind starts its program with this process's environment.
  process.env._RJEM_MALLOC_CONF ??= ALLOCATOR
  const { index, errors } = await createIndex({ forceLanguage: name })
  if (!index) throw new Error(`The search index could not be created: ${errors.join('; ')}`)
  try {
    const { count, vocabulary, ...words } = await addRecords(index, records, name, { onProgress, signal })
    // Pagefind writes no index without records, and its script fails without an index.
    if (count === 0) await index.addCustomRecord({ url: '/', content: name, language: name })
    onAdded?.()
    if (isLarge) releaseMemory()
    const writing = index.writeFiles({ outputPath: folder })
    // Awaited below, unless other work fails before.
    writing.catch(() => undefined)
    whileWriting?.()
    const written = await unlessAborted(writing, signal)
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
    const files = writeWords(folder, vocabulary, name === INDEX_NAME.delta ? `${name}-` : '')
    return { ...words, name, size: Math.max(1, count), files }
  } finally {
    // Ends Pagefind's process, which holds the whole index in memory.
    await close()
  }
}

async function addRecords(
  index: PagefindIndex,
  records: Iterable<SearchRecord>,
  name: string,
  { onProgress, signal }: WriteOptions,
) {
  const vocabulary = new Set<string>()
  const version = createHash('sha256')
  const counts = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, 0])) as RecordCounts
  let count = 0
  const waiting = new Set<Promise<void>>()
  for (const record of records) {
    signal?.throwIfAborted()
    const custom = toPagefind(record)
    counts[record.kind]++
    version.update(JSON.stringify(custom))
    for (const word of searchWords([custom.content, ...Object.values(custom.meta)].join(' '))) vocabulary.add(word)
    const adding = index.addCustomRecord({ ...custom, language: name }).then((answer) => {
      waiting.delete(adding)
      if (answer.errors.length > 0) throw new Error(`${custom.url} could not be indexed: ${answer.errors.join('; ')}`)
      if (++count % 500 === 0) onProgress?.(count)
    })
    waiting.add(adding)
    if (waiting.size >= IN_FLIGHT) await Promise.race(waiting)
  }
  await Promise.all(waiting)
  return { count, vocabulary, records: counts, version: version.digest('hex').slice(0, 16) }
}

/** Pagefind cannot stop to write: its process is ended instead. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return await work
  work.catch(() => undefined)
  return await Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const abort = () => reject(signal.reason as Error)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    }),
  ])
}
