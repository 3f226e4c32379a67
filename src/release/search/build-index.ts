import { createHash } from 'node:crypto'
import { close, createIndex } from 'pagefind'
import { openArchive } from '#snapshot/archive.ts'
import { resultAddress, SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchWords } from '#rules/search/search-text.ts'
import { releaseMemory } from '../give-back-memory.ts'
import { foldedWords } from './folded-words.ts'
import { searchRecords } from './records.ts'
import type { SearchRecord } from './records.ts'
import { writeVocabulary } from './vocabulary.ts'

/**
 * No language, and so no stemmer: with it, `happiness` would find `happy` but `happines` would not. Endings are handled by rules/search/word-forms.ts, as in
 * the API.
 */
const LANGUAGE = 'unknown'
/** Concurrent `addCustomRecord` calls: enough to keep Pagefind busy, few enough to bound memory. */
const IN_FLIGHT = 200

/** Builds the search index of a snapshot in `folder`. Returns the number of records. Throws Pagefind's errors. */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  onProgress?: (done: number) => void,
): Promise<number> {
  releaseMemory()
  const { index, errors } = await createIndex({ forceLanguage: LANGUAGE })
  if (!index) throw new Error(`The search index could not be created: ${errors.join('; ')}`)
  const vocabulary = new Set<string>()
  const version = createHash('sha256')
  const records = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, 0])) as Record<SearchKind, number>
  let count = 0
  try {
    const waiting = new Set<Promise<void>>()
    for (const record of searchRecords(openArchive(snapshot))) {
      const custom = toPagefind(record)
      records[record.kind]++
      version.update(JSON.stringify(custom))
      for (const word of searchWords([custom.content, ...Object.values(custom.meta)].join(' '))) vocabulary.add(word)
      const adding = index.addCustomRecord(custom).then((answer) => {
        waiting.delete(adding)
        if (answer.errors.length > 0) throw new Error(`${custom.url} could not be indexed: ${answer.errors.join('; ')}`)
        if (++count % 500 === 0) onProgress?.(count)
      })
      waiting.add(adding)
      if (waiting.size >= IN_FLIGHT) await Promise.race(waiting)
    }
    await Promise.all(waiting)
    // Pagefind writes no index without records, and its script fails without an index.
    if (count === 0) await index.addCustomRecord({ url: '/', content: LANGUAGE, language: LANGUAGE })
    const written = await index.writeFiles({ outputPath: folder })
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
  } finally {
    // Ends Pagefind's process, which holds the whole index in memory.
    await close()
  }
  writeVocabulary(folder, vocabulary, { version: version.digest('hex').slice(0, 16), records })
  return count
}

/**
 * A Pagefind custom record. Excerpts come from `content`; `meta` is searched too, with its own weights (islands/search/pagefind.ts). Filters are not
 * searched: `picture` is only for display. The kind is known from the place in the index, which costs a visitor no bytes.
 */
export function toPagefind({ kind, id, title, type, typeName, surname, years, image, text, words }: SearchRecord) {
  const content = text.trim() || title
  const folded = foldedWords([title, years, content].filter(Boolean).join(' '))
  const meta = { title, surname, type: typeName, years, words: [words, folded].filter(Boolean).join(' ') }
  const filters = {
    ...(type && { type: [type] }),
    ...(image && { picture: [image] }),
  }
  return {
    url: resultAddress(kind, id),
    content,
    language: LANGUAGE,
    meta: Object.fromEntries(Object.entries(meta).filter((pair): pair is [string, string] => Boolean(pair[1]))),
    filters: filters as Record<string, string[]>,
  }
}
