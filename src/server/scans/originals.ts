import type { Readable } from 'node:stream'
import type { Db, Trx } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { Picture } from './inspect-picture.ts'
import { ORIGINAL_ENDINGS, originalKey, type OriginalFormat } from '../storage/keys.ts'

/** Stores an original bit for bit. False when it was there already: it is touched, so that no sweep takes it before its row is written. */
export async function storeOriginal(
  media: MediaStore,
  { key, bytes }: { key: string; bytes: number },
  path: string,
  options?: { immutable: boolean },
): Promise<boolean> {
  const there = await media.size(key)
  if (there === bytes && (await media.touch(key))) return false
  // Another length under this SHA-256 means that the stored file is damaged.
  if (there !== undefined) await media.moveToTrash(key, { why: 'It was damaged; an intact file replaced it.' })
  await media.putFile(key, path, options)
  return true
}

/** Writes the row of a stored original, unless there is one. */
export async function writeOriginalRow(trx: Trx, { layer: _, ...picture }: Picture, fileName: string): Promise<void> {
  await trx
    .insertInto('original')
    .values({ ...picture, file_name: fileName })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

/** Extensions that mean the same. */
const EXTENSION_ALIASES: Record<string, string> = { jpeg: 'jpg', tiff: 'tif', jfif: 'jpg', jpe: 'jpg' }
const canonicalExtension = (ending: string) => EXTENSION_ALIASES[ending.toLowerCase()] ?? ending.toLowerCase()

/** A file name with the extension of the actual format: `map.gif` that holds a JPEG becomes `map.jpg`. */
function nameWithEnding(name: string, format: string): string {
  const ending = ORIGINAL_ENDINGS[format as OriginalFormat] ?? 'bin'
  const [, stem, extension] = /^(.+)\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  if (stem === undefined || extension === undefined) return `${name}.${ending}`
  if (canonicalExtension(extension) === canonicalExtension(ending)) return name
  return PICTURE_EXTENSIONS.test(canonicalExtension(extension)) ? `${stem}.${ending}` : `${name}.${ending}`
}
/** Extensions that may be wrong; anything else after a dot belongs to the name ("No. 5"). */
const PICTURE_EXTENSIONS = /^(jpg|png|gif|tif|webp|avif|heic|bmp|exe|svg|pdf|html|bin)$/

/** The original file of a scan. */
export interface OriginalFile {
  contentType: string
  bytes: number
  fileName: string
  open(): Promise<Readable>
}

/** Undefined where there is no such scan. */
export async function originalFile(db: Db, media: MediaStore, scan: number): Promise<OriginalFile | undefined> {
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
    fileName: nameWithEnding(row.file_name || `scan-${scan}`, row.format),
    async open() {
      const stream = await media.stream(key)
      if (!stream) throw new Error(`The original ${key} is missing.`)
      return stream
    },
  }
}
