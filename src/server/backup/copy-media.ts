import { createHash, hash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, statfsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PART_BYTES } from '#s3/multipart.ts'
import { inParallel } from '../limits/concurrency.ts'
import { createFolderStore } from '../storage/folder-store.ts'
import { INCOMING, UNFINISHED } from '../storage/keys.ts'
import type { MediaEntry, MediaStore } from '../storage/media-store.ts'
import { openMediaStore, type MediaLocation } from '../storage/open-media-store.ts'
import { flush, flushFolder } from '../storage/removal.ts'
import { BackupRefused } from './format.ts'

export const TRASH = 'trash'
/** Files at once, each with at most 16 MiB of it in memory. */
const AT_ONCE = 8
/** Spare bytes on the disk: a database grows while it is migrated. */
const SPARE_BYTES = 50_000_000

export type MediaPlace = MediaLocation & { trashDir: string }

/** Originals, derivatives and the trash of an archive, by keys that are the same in a folder and in a bucket. */
export function openMediaObjects(place: MediaPlace, store: MediaStore = openMediaStore(place)) {
  const { mediaDir, trashDir, s3 } = place
  const trash = s3 ? store : createFolderStore(dirname(trashDir))
  const isTrash = (key: string) => key === TRASH || key.startsWith(`${TRASH}/`)
  const storeOf = (key: string) => (isTrash(key) ? trash : store)
  return {
    place,
    store,
    storeOf,
    /** The file of a key; undefined in a bucket. */
    fileOf: (key: string) => (s3 ? undefined : join(isTrash(key) ? dirname(trashDir) : mediaDir, key)),
    /** All files below a folder, but not the log of the trash, which folders and buckets keep in different forms. */
    async *list(folder: string): AsyncGenerator<MediaEntry> {
      for await (const entry of storeOf(folder).list(folder))
        if (!entry.key.endsWith(UNFINISHED) && !entry.key.startsWith(`${TRASH}/log`)) yield entry
    },
    /** Small files are read at once, which takes less time than a stream. */
    async sha256(key: string, bytes: number): Promise<string | undefined> {
      if (bytes > PART_BYTES) return await storeOf(key).sha256(key)
      const content = await storeOf(key).read(key)
      return content && hash('sha256', content)
    },
  }
}
export type MediaObjects = ReturnType<typeof openMediaObjects>

interface MediaToCopy {
  from: MediaObjects
  to: MediaObjects
  folders: readonly string[]
  /** A file of the target is another: takes it away, and it is copied, or keeps it. Default: refused. */
  onOther?: (key: string) => Promise<'taken away' | 'kept'>
  /** In bytes. May throw to stop: what was copied is not copied again. */
  onProgress?: (done: number, total: number) => void
}
export interface CopiedMedia {
  files: number
  bytes: number
}

/** Copies all files that are missing and compares the SHA-256 of every one. What else is at the target stays. @throws {BackupRefused} */
export async function copyMedia({ from, to, folders, onOther, onProgress }: MediaToCopy): Promise<CopiedMedia> {
  const { s3, mediaDir } = to.place
  const sizeOf = async (objects: MediaObjects) => {
    let sum = 0
    for (const folder of folders) for await (const { bytes } of objects.list(folder)) sum += bytes
    return sum
  }
  const total = await sizeOf(from)
  if (!s3) requireDiskSpace(existsSync(mediaDir) ? mediaDir : dirname(mediaDir), total - (await sizeOf(to)))
  const done = { files: 0, bytes: 0 }
  for (const folder of folders) {
    const copied: string[] = []
    await inParallel(from.list(folder), AT_ONCE, async ({ key, bytes }) => {
      if (await copyIfMissing(key, bytes)) copied.push(key)
      done.files += 1
      done.bytes += bytes
      onProgress?.(done.bytes, total)
    })
    await flushAll(to, copied)
  }
  return done

  /** True if it was copied now. */
  async function copyIfMissing(key: string, bytes: number): Promise<boolean> {
    // A power cut may leave an empty file.
    const found = (await to.storeOf(key).size(key)) || undefined
    if (found !== undefined) {
      // What an earlier run has sent to a bucket was verified there when it arrived.
      if (found === bytes && to.store.shared && !onOther) return false
      if (found === bytes && (await from.sha256(key, bytes)) === (await to.sha256(key, bytes))) return false
      if (!onOther) throw other(key)
      if ((await onOther(key)) === 'kept') return false
    }
    const sha256 = await copyObject(from, to, key, bytes)
    if (!to.store.shared && (await to.sha256(key, bytes)) !== sha256) throw other(key)
    return true
  }
}

const other = (key: string) =>
  new BackupRefused(
    `${key} at the target is not the file of the archive: their SHA-256 differ. Remove it there, then start again.`,
  )

/** Syncs files to disk, and the folders that they are in: one after the other would be many times as slow. */
async function flushAll({ fileOf }: MediaObjects, keys: readonly string[]): Promise<void> {
  const files = keys.map(fileOf).filter((file) => file !== undefined)
  await inParallel(files, AT_ONCE, (file) => flush(file))
  // The folder of a file, and the two above it, may be new.
  const folders = files.flatMap((file) => [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file)))])
  await inParallel(new Set(folders), AT_ONCE, flushFolder)
}

/** Copies a file and returns the SHA-256 of what was read. Large ones are streamed. A store verifies the SHA-256 of what arrives. */
async function copyObject(from: MediaObjects, to: MediaObjects, key: string, bytes: number): Promise<string> {
  const gone = () => new Error(`${key} is gone. Nothing may be removed meanwhile: start again.`)
  const target = to.storeOf(key)
  if (bytes <= PART_BYTES) {
    const content = await from.storeOf(key).read(key)
    if (!content) throw gone()
    await target.put(key, content, { durable: false })
    return hash('sha256', content)
  }
  const path = from.fileOf(key)
  if (path !== undefined) {
    await target.putFile(key, path)
    return (await from.sha256(key, bytes))!
  }
  // From a bucket, through a file of this machine.
  const part = `${INCOMING}/${randomUUID()}${UNFINISHED}`
  const file = join(to.place.mediaDir, part)
  try {
    const stream = await from.storeOf(key).stream(key)
    if (!stream) throw gone()
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const sum = createHash('sha256')
    stream.on('data', (chunk: Buffer) => sum.update(chunk))
    await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    await target.putFile(key, file)
    return sum.digest('hex')
  } finally {
    await createFolderStore(to.place.mediaDir).remove(part)
  }
}

/** @throws {BackupRefused} where the disk of a folder has not so many bytes left. */
export function requireDiskSpace(folder: string, bytes = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = bytes + SPARE_BYTES
  if (bavail * bsize >= needed) return
  const megabytes = (value: number) => Math.ceil(value / 1e6).toLocaleString('en')
  throw new BackupRefused(
    `There is not enough room in ${folder}: ${megabytes(needed)} MB are needed, ${megabytes(bavail * bsize)} MB are free. The archive is unchanged.`,
  )
}
