import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { ORIGINAL_ENDINGS, type OriginalFormat, type Picture } from './inspect-picture.ts'

/** Where an original lies in the media store. */
export const originalKey = (sha256: string, format: string) =>
  `originals/${sha256.slice(0, 2)}/${sha256}.${ORIGINAL_ENDINGS[format as OriginalFormat] ?? 'bin'}`

/**
 * Keeps a picture that was inspected, bit for bit. True when it was not there before; one that was is young again, so that no sweep takes it
 * while its row is still to be written.
 * @param ours nobody changes the file any more.
 */
export async function keepOriginal(
  media: MediaStore,
  picture: Picture,
  path: string,
  { ours } = { ours: false },
): Promise<boolean> {
  const key = originalKey(picture.sha256, picture.format)
  const there = await media.size(key)
  if (there === picture.bytes && (await media.touch(key))) return false
  // Another length under this SHA-256 is a damaged file, of which there is a whole one now.
  if (there !== undefined) await media.remove(key)
  await media.putFile(key, path, { ours })
  return true
}

/** The file of a scan as it arrived. */
export interface OriginalFile {
  contentType: string
  bytes: number
  fileName: string
  open(): Promise<Readable>
}

/** Undefined where there is no such scan. */
export async function originalFile(
  db: Kysely<Tables>,
  media: MediaStore,
  scan: number,
): Promise<OriginalFile | undefined> {
  const row = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .select(['original.sha256', 'original.format', 'original.file_name'])
    .where('scan.id', '=', scan)
    .executeTakeFirst()
  if (!row) return undefined
  const key = originalKey(row.sha256, row.format)
  const bytes = await media.size(key)
  if (bytes === undefined) throw new Error(`The original ${key} is not in the media store.`)
  return {
    contentType: `image/${row.format}`,
    bytes,
    fileName: row.file_name || `scan-${scan}.${key.slice(key.lastIndexOf('.') + 1)}`,
    async open() {
      const stream = await media.stream(key)
      if (!stream) throw new Error(`The original ${key} is gone.`)
      return stream
    },
  }
}
