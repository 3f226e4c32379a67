import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resultAddress } from '#rules/search/search-kinds.ts'
import { shardOf } from '#rules/search/vocabulary.ts'
import type { Archive } from '#snapshot/types.ts'
import { searchRecords, type SearchRecord } from './records.ts'

/** Characters of records that are written at once. */
const CHUNK = 1_000_000

interface DealtRecords {
  /** By the address of its page, the hash of each record, in the order of the index. */
  hashes: ReadonlyMap<string, string>
  recordsOf(shard: number): Iterable<SearchRecord>
  /** Removes the file of a shard. */
  remove(shard: number): void
}

/**
 * Deals the records of an archive out to shards, in one pass and into files of `folder`: so the archive is read once, and not in memory while
 * Pagefind makes an index of each shard.
 */
export function dealRecords(archive: Archive, count: number, folder: string): DealtRecords {
  mkdirSync(folder, { recursive: true })
  const hashes = new Map<string, string>()
  const waiting = Array.from({ length: count }, () => '')
  const fileOf = (shard: number) => join(folder, `records-${shard}.jsonl`)
  const write = (shard: number) => {
    appendFileSync(fileOf(shard), waiting[shard]!)
    waiting[shard] = ''
  }
  const remove = (shard: number) => rmSync(fileOf(shard), { force: true })
  // Of a build that was stopped.
  waiting.forEach((_, shard) => remove(shard))
  let place = 0
  for (const record of searchRecords(archive)) {
    const shard = shardOf(place++, count)
    hashes.set(resultAddress(record.kind, record.id), recordHash(record))
    waiting[shard] += `${JSON.stringify(record)}\n`
    if (waiting[shard]!.length > CHUNK) write(shard)
  }
  waiting.forEach((_, shard) => write(shard))
  return {
    hashes,
    *recordsOf(shard) {
      for (const line of readFileSync(fileOf(shard), 'utf8').split('\n'))
        if (line !== '') yield JSON.parse(line) as SearchRecord
    },
    remove,
  }
}

export const recordHash = (record: SearchRecord): string =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16)
