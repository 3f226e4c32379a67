import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Stands before the content of each of Pagefind's files. */
const MARK = Buffer.from('pagefind_dcd')

/** The content of one of Pagefind's files; throws for a file of another kind. */
export function readPagefindFile(file: string): Buffer {
  const bytes = gunzipSync(readFileSync(file))
  if (!bytes.subarray(0, MARK.length).equals(MARK)) throw new Error(`${file} is not as Pagefind writes it`)
  return bytes.subarray(MARK.length)
}

/** `level` is that of gzip: 9 takes six times as long as 6 where numbers repeat, for a twentieth of the bytes. */
export function writePagefindFile(file: string, bytes: Buffer, level: 6 | 9): void {
  writeFileSync(file, gzipSync(Buffer.concat([MARK, bytes]), { level }))
}

/** Short, and another for other content: 42 bits are enough for a few thousand files. */
export const nameOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 7)
