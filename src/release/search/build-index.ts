import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEARCH_ENTRY } from '#rules/addresses/site-routing.ts'
import { openArchive } from '#snapshot/archive.ts'
import { countRecords, searchRecords, type SearchRecord } from './records.ts'
import { writeIndex } from './write-index.ts'

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

/** The next records; the others are left. */
function* take(records: Iterator<SearchRecord>, most: number): Generator<SearchRecord> {
  for (let count = 0; count < most; count++) {
    const { value, done } = records.next()
    if (done) return
    yield value
  }
}
