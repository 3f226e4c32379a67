import { close, createIndex } from 'pagefind'
import { openArchive } from '#snapshot/archive.ts'
import { society } from '#society'
import { searchRecords } from './records.ts'
import type { SearchRecord } from './records.ts'

/** Records on their way to Pagefind at a time: enough that it never waits, few enough that memory does not grow with their number. */
const IN_FLIGHT = 200

/** Makes the search index of a snapshot in `folder`. Returns how many records it holds. Throws what Pagefind says. */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  onProgress?: (done: number) => void,
): Promise<number> {
  const { index, errors } = await createIndex({ forceLanguage: society.language.slice(0, 2) })
  if (!index) throw new Error(`The search index could not be begun: ${errors.join('; ')}`)
  try {
    let count = 0
    const waiting = new Set<Promise<void>>()
    for (const record of searchRecords(openArchive(snapshot))) {
      const adding = index.addCustomRecord(toPagefind(record)).then((answer) => {
        waiting.delete(adding)
        if (answer.errors.length > 0) throw new Error(`${record.url} could not be indexed: ${answer.errors.join('; ')}`)
        if (++count % 500 === 0) onProgress?.(count)
      })
      waiting.add(adding)
      if (waiting.size >= IN_FLIGHT) await Promise.race(waiting)
    }
    await Promise.all(waiting)
    const written = await index.writeFiles({ outputPath: folder })
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
    return count
  } finally {
    await close()
  }
}

function toPagefind({ url, content, kind, type, ...meta }: SearchRecord) {
  const given = Object.entries({ kind, type, ...meta }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return {
    url,
    // Pagefind refuses a record without words; a nameless one is found by its kind.
    content: content.trim() || kind,
    language: society.language.slice(0, 2),
    meta: Object.fromEntries(given),
    filters: { kind: [kind], ...(type && { type: [type] }) },
  }
}
