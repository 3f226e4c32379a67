import { close, createIndex, type PagefindIndex } from 'pagefind'
import { releaseMemory } from '../memory.ts'
import { toPagefind } from './custom-record.ts'
import type { SearchRecord } from './records.ts'

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
export async function writeIndex(
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
