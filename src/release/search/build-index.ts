import { close, createIndex } from 'pagefind'
import { openArchive } from '#snapshot/archive.ts'
import { society } from '#society'
import { searchId } from '#rules/search-ids.ts'
import { foldedWords } from './folded-words.ts'
import { searchRecords } from './records.ts'
import type { SearchRecord } from './records.ts'
import type { ShownRecord } from './record-files.ts'
import { slimIndex } from './slim-index.ts'

const LANGUAGE = society.language.slice(0, 2)
/** Records on their way to Pagefind at a time: enough that it never waits, few enough that memory does not grow with their number. */
const IN_FLIGHT = 200
/** Pagefind writes its records into as many files, which are read one by one when they get their own. */
const GROUPS = 100

/** Makes the search index of a snapshot in `folder`. Returns how many records it holds. Throws what Pagefind says. */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  onProgress?: (done: number) => void,
): Promise<number> {
  const { index, errors } = await createIndex({ forceLanguage: LANGUAGE, maxFragments: GROUPS })
  if (!index) throw new Error(`The search index could not be begun: ${errors.join('; ')}`)
  let count = 0
  const shown = new Map<string, ShownRecord>()
  try {
    const waiting = new Set<Promise<void>>()
    for (const record of searchRecords(openArchive(snapshot))) {
      shown.set(record.url, shownRecord(record))
      const adding = index.addCustomRecord(toPagefind(record)).then((answer) => {
        waiting.delete(adding)
        if (answer.errors.length > 0) throw new Error(`${record.url} could not be indexed: ${answer.errors.join('; ')}`)
        if (++count % 500 === 0) onProgress?.(count)
      })
      waiting.add(adding)
      if (waiting.size >= IN_FLIGHT) await Promise.race(waiting)
    }
    await Promise.all(waiting)
    // Pagefind writes no index for nothing, and its program starts with none.
    if (count === 0) await index.addCustomRecord({ url: '/', content: LANGUAGE, language: LANGUAGE })
    const written = await index.writeFiles({ outputPath: folder })
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
  } finally {
    // Pagefind's process holds all that it indexed: it ends before more memory is needed.
    await close()
  }
  slimIndex(folder, count === 0 ? null : (url) => shown.get(url))
  return count
}

/** What is searched. Pagefind makes every word of `meta` findable, and shows none of it: addresses of pictures, names of kinds and dates shall not be. */
function toPagefind({ url, content, kind, title }: SearchRecord) {
  const folded = foldedWords(content)
  return {
    url,
    // Pagefind refuses a record without words; a nameless one is found by its kind.
    content: content.trim() || kind,
    language: LANGUAGE,
    meta: { title, ...(folded && { folded }) },
  }
}

function shownRecord({ url: _url, content: _content, id, kind, type, ...meta }: SearchRecord): ShownRecord {
  const given = Object.entries({ kind, type, ...meta }).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return { name: searchId({ kind, type: type ?? '', id }), meta: Object.fromEntries(given) }
}
