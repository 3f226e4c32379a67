import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { forgetArchive, openArchive } from '#snapshot/archive.ts'
import { RECORDS_FOLDER } from '#rules/addresses/site-routing.ts'
import { countRecords, INDEX_NAME, VOCABULARY, type VocabularyList } from '#rules/search/vocabulary.ts'
import { dealRecords } from './deal-records.ts'
import { addMerged, ENTRY, type Entry, readEntry } from './entry.ts'
import { recordCounts, type SearchRecord } from './records.ts'
import { writeIndex, type WriteOptions, type WrittenIndex } from './write-index.ts'

/** Records of one shard of the base at most: Pagefind takes 46 kB for each. */
const RECORDS_A_SHARD = 30_000

/** The base index of a release (contents.json). */
export interface SearchBase {
  version: string
  /** By the address of its page, each record in the order of the index: its hash, and the name of its file. */
  records: Record<string, readonly [hash: string, file: string]>
}

interface IndexOptions extends Pick<WriteOptions, 'onProgress' | 'signal'> {
  recordsAShard?: number | undefined
}

/** Builds the search index of a snapshot in `folder`, one shard after the other. Throws Pagefind's errors. */
export async function buildSearchIndex(
  snapshot: string,
  folder: string,
  { onProgress, signal, recordsAShard = RECORDS_A_SHARD }: IndexOptions = {},
): Promise<SearchBase> {
  const records = recordCounts(openArchive(snapshot))
  const count = Math.max(1, Math.ceil(countRecords(records) / recordsAShard))
  const dealt = dealRecords(openArchive(snapshot), count, folder)
  // From here on Pagefind needs the memory, and this process none of the archive.
  forgetArchive()
  const shards: WrittenIndex[] = []
  const files = new Map<string, string>()
  const readFiles = (at: number) => readRecordFiles(folder, INDEX_NAME.shard(at), files)
  let entry: Entry | undefined
  for (let at = 0; at < count; at++) {
    const name = INDEX_NAME.shard(at)
    const progress = (done: number) => onProgress?.(done + shards.reduce((sum, { size }) => sum + size, 0))
    const onAdded = () => dealt.remove(at)
    const whileWriting = at > 0 ? () => readFiles(at - 1) : undefined
    const options = { onProgress: progress, onAdded, whileWriting, signal }
    shards.push(await writeIndex(dealt.recordsOf(at), folder, name, options))
    // Pagefind writes an entry file of this shard only.
    const written = readEntry(folder)
    if (entry) addMerged(entry, name, written)
    entry ??= written
  }
  if (count > 1) writeFileSync(join(folder, ENTRY), JSON.stringify(entry))
  const version = shards.map((shard) => shard.version).join('-')
  const list: VocabularyList = {
    version,
    records,
    shards: shards.map(({ name, size, files }) => ({ name, size, files })),
  }
  writeFileSync(join(folder, basename(VOCABULARY.list)), JSON.stringify(list))
  readFiles(count - 1)
  return {
    version,
    records: Object.fromEntries([...dealt.hashes].map(([address, hash]) => [address, [hash, files.get(address)!]])),
  }
}

/** Builds a small index of some records in `folder`. */
export const buildSearchDelta = (records: readonly SearchRecord[], folder: string): Promise<WrittenIndex> =>
  writeIndex(records, folder, INDEX_NAME.delta)

/** Adds the names of an index's record files, by the address of each record's page. */
function readRecordFiles(folder: string, index: string, files: Map<string, string>): void {
  for (const name of readdirSync(join(folder, RECORDS))) {
    if (!name.startsWith(`${index}_`)) continue
    const text = gunzipSync(readFileSync(join(folder, RECORDS, name))).toString()
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string }
    files.set(url, name)
  }
}
const RECORDS = basename(RECORDS_FOLDER)
