import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { close, createIndex, type PagefindIndex } from 'pagefind'
import { forgetArchive, openArchive } from '#snapshot/archive.ts'
import { resultAddress, SEARCH_KINDS, type SearchKind } from '#rules/search/search-kinds.ts'
import { searchWords, searchText } from '#rules/search/search-text.ts'
import { RECORDS_FOLDER } from '#rules/addresses/site-routing.ts'
import { INDEX_NAME, type IndexWords, VOCABULARY, type VocabularyList } from '#rules/search/vocabulary.ts'
import { releaseMemory } from '../give-back-memory.ts'
import { searchRecords, type SearchRecord } from './records.ts'

/** Concurrent `addCustomRecord` calls: enough to keep Pagefind busy, few enough to bound memory. */
const IN_FLIGHT = 200

/**
 * Settings of jemalloc (https://jemalloc.net/jemalloc.3.html#tuning), the allocator of Pagefind's program: freed memory is shared by its threads and soon
 * returned, which lowers its peak by a fifth. Systems where it has another allocator ignore them.
 */
const ALLOCATOR = 'narenas:1,tcache:false,dirty_decay_ms:300,muzzy_decay_ms:0'

/** The base index of a release (contents.json). */
export interface SearchBase {
  version: string
  /** By the address of its page, each record in the order of the index: its hash, and the name of its file. */
  records: Record<string, readonly [hash: string, file: string]>
}

/** Builds the search index of a snapshot in `folder`. Throws Pagefind's errors. */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  onProgress?: (done: number) => void,
): Promise<SearchBase> {
  const hashes = new Map<string, string>()
  function* records() {
    for (const record of searchRecords(openArchive(snapshot))) {
      hashes.set(resultAddress(record.kind, record.id), recordHash(record))
      yield record
    }
  }
  const { version, ...words } = await writeIndex(records(), folder, INDEX_NAME.base, onProgress)
  const list: VocabularyList = { version, ...words }
  writeFileSync(join(folder, basename(VOCABULARY.list)), JSON.stringify(list))
  const files = recordFiles(folder)
  return {
    version,
    records: Object.fromEntries([...hashes].map(([address, hash]) => [address, [hash, files.get(address)!]])),
  }
}

/** Builds a small index of some records in `folder`. */
export const buildSearchDelta = (records: readonly SearchRecord[], folder: string): Promise<WrittenIndex> =>
  writeIndex(records, folder, INDEX_NAME.delta)

export const recordHash = (record: SearchRecord): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16)

/** The name of each record's file, by address. */
function recordFiles(folder: string): Map<string, string> {
  const files = readdirSync(join(folder, RECORDS)).map((name) => {
    const text = gunzipSync(readFileSync(join(folder, RECORDS, name))).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    return [url, name] as const
  })
  return new Map(files)
}
const RECORDS = basename(RECORDS_FOLDER)

interface WrittenIndex extends IndexWords {
  version: string
}

/**
 * `name` takes the place of a language. Pagefind knows none of that name, and so has no stemmer: with it, `happiness` would find `happy` but `happines` would not.
 * Endings are handled by rules/search/word-forms.ts, as in the API.
 */
async function writeIndex(
  records: Iterable<SearchRecord>,
  folder: string,
  name: string,
  onProgress?: (done: number) => void,
): Promise<WrittenIndex> {
  const isBase = name === INDEX_NAME.base
  if (isBase) releaseMemory()
  // Pagefind starts its program with this process's environment.
  process.env._RJEM_MALLOC_CONF ??= ALLOCATOR
  const { index, errors } = await createIndex({ forceLanguage: name })
  if (!index) throw new Error(`The search index could not be created: ${errors.join('; ')}`)
  try {
    const { count, vocabulary, ...words } = await addRecords(index, records, name, onProgress)
    // Pagefind writes no index without records, and its script fails without an index.
    if (count === 0) await index.addCustomRecord({ url: '/', content: name, language: name })
    if (isBase) {
      // Pagefind needs the most memory now, and this process none of the archive.
      forgetArchive()
      releaseMemory()
    }
    const written = await index.writeFiles({ outputPath: folder })
    if (written.errors.length > 0)
      throw new Error(`The search index could not be written: ${written.errors.join('; ')}`)
    return { ...words, files: writeWords(folder, vocabulary, isBase ? '' : `${name}-`) }
  } finally {
    // Ends Pagefind's process, which holds the whole index in memory.
    await close()
  }
}

async function addRecords(
  index: PagefindIndex,
  records: Iterable<SearchRecord>,
  name: string,
  onProgress?: (done: number) => void,
) {
  const vocabulary = new Set<string>()
  const version = createHash('sha256')
  const counts = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, 0])) as Record<SearchKind, number>
  let count = 0
  const waiting = new Set<Promise<void>>()
  for (const record of records) {
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
    meta: Object.fromEntries(Object.entries(meta).filter((pair): pair is [string, string] => Boolean(pair[1]))),
    filters: filters as Record<string, string[]>,
  }
}

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** Pagefind 1.6's normalization, as far as it agrees with `searchText`: surrounding punctuation, apostrophes, accents and case are ignored. */
const plainWord = (word: string) =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, '')
    .replace(EDGES, '')

/**
 * The words of a text that Pagefind tokenizes differently from `searchText`, folded: letters that do not decompose (Łódź: lodz), words joined by a dash
 * (1880–1885: 1880 1885), single-character parts (14-3: 14 3). Each once, in the order of the text, so that phrases match.
 */
export function foldedWords(text: string): string {
  const words = new Set<string>()
  for (const word of new Set(text.split(/\s+/))) {
    const folded = searchText(word)
    if (folded !== plainWord(word)) words.add(folded)
  }
  return [...words].join(' ')
}

/** 8 kB of text, 2 kB compressed. A search loads one file per word. */
const WORDS_A_FILE = 1000

/** Writes the words of an index into its folder. Returns the list of their files. */
export function writeWords(
  folder: string,
  words: ReadonlySet<string>,
  prefix = '',
  size = WORDS_A_FILE,
): IndexWords['files'] {
  const sorted = [...words].sort()
  const files: IndexWords['files'] = []
  const under = (address: string) => join(folder, basename(dirname(address)), basename(address))
  mkdirSync(dirname(under(VOCABULARY.file(''))), { recursive: true })
  for (let from = 0; from < sorted.length; from += size) {
    const text = sorted.slice(from, from + size).join('\n')
    const hash = prefix + createHash('sha256').update(text).digest('hex').slice(0, 10)
    writeFileSync(under(VOCABULARY.file(hash)), text)
    files.push([sorted[from]!, hash])
  }
  return files
}
