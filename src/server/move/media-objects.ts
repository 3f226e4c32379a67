import { createWriteStream, statfsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { randomUUID, hash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBucket } from '#s3/bucket.ts'
import { PART_BYTES } from '#s3/multipart.ts'
import { createFolderStore } from '../storage/folder-store.ts'
import { inParallel } from '../limits/concurrency.ts'
import { INCOMING, UNFINISHED } from '../storage/keys.ts'
import { flush, flushFolder } from '../storage/removal.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { openMediaStore, type MediaLocation } from '../storage/open-media-store.ts'

/** Folder of the trash, and its log, which a folder and a bucket keep in different forms (trash-log.ts). */
const TRASH = 'trash'
const isLog = (key: string) => key.startsWith(`${TRASH}/log`)

/** Files at once. */
const AT_ONCE = 8
/** A folder, and the two above it, which may be new too. */
const foldersAbove = (file: string) => [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file)))]

export type MediaPlace = MediaLocation & { trashDir: string }

/** Originals, derivatives and the trash of an archive, by keys that are the same in a folder and in a bucket. */
export function openMediaObjects(place: MediaPlace, store: MediaStore = openMediaStore(place)) {
  const { mediaDir, trashDir, s3 } = place
  const trash = s3 ? store : createFolderStore(dirname(trashDir))
  const bucket = s3 && openBucket(s3)
  const storeOf = (key: string) => (key.startsWith(`${TRASH}/`) ? trash : store)
  /** The file of a key; undefined in a bucket. */
  const fileOf = (key: string) =>
    s3 ? undefined : join(key.startsWith(`${TRASH}/`) ? dirname(trashDir) : mediaDir, key)
  return {
    place,
    store,
    /** The sizes of all files of a part, by key. */
    async sizes(part: string): Promise<Map<string, number>> {
      const found = new Map<string, number>()
      const lists = bucket ? [bucket.list(part)] : foldersOf(part).map((folder) => storeOf(part).list(folder))
      for (const list of lists) {
        for await (const { key, bytes } of list) if (!key.endsWith(UNFINISHED) && !isLog(key)) found.set(key, bytes)
      }
      return found
    },
    size: (key: string) => storeOf(key).size(key),
    sha256: (key: string) => storeOf(key).sha256(key),
    read: (key: string) => storeOf(key).read(key),
    stream: (key: string) => storeOf(key).stream(key),
    /** Not on disk before `flush`. */
    put: (key: string, content: Uint8Array) => storeOf(key).put(key, content, { durable: false }),
    putFile: (key: string, path: string) => storeOf(key).putFile(key, path),
    fileOf,
    /** Syncs files to disk, and the folders that they are in: one after the other would be many times as slow. */
    async flush(keys: Iterable<string>): Promise<void> {
      const files = s3 ? [] : [...keys].map((key) => fileOf(key)!)
      await inParallel(files, AT_ONCE, (file) => flush(file))
      await inParallel(new Set(files.flatMap(foldersAbove)), AT_ONCE, flushFolder)
    },
    /** Bytes that are free; undefined in a bucket. */
    async freeBytes(): Promise<number | undefined> {
      if (s3) return undefined
      await mkdir(mediaDir, { recursive: true })
      const { bavail, bsize } = statfsSync(mediaDir)
      return bavail * bsize
    },
  }
}
export type MediaObjects = ReturnType<typeof openMediaObjects>

const DIGITS = Array.from('0123456789abcdef')
/** What keys begin with: files are compared by the first digit of their hash, so that the names of a part fit in memory. */
export const MEDIA_PARTS: readonly string[] = [
  ...['originals', 'derivatives'].flatMap((folder) => DIGITS.map((digit) => `${folder}/${digit}`)),
  ...['overlays/', `${TRASH}/`],
]
const foldersOf = (part: string) =>
  part.endsWith('/') ? [part.slice(0, -1)] : DIGITS.map((second) => `${part}${second}`)

/** Copies a file and returns the SHA-256 of what was read. Large ones are streamed. A store verifies the SHA-256 of what arrives. */
export async function copyObject(from: MediaObjects, to: MediaObjects, key: string, bytes: number): Promise<string> {
  const gone = () => new Error(`${key} is gone. Nothing may be removed during a move: start it again.`)
  if (bytes <= PART_BYTES) {
    const content = await from.read(key)
    if (!content) throw gone()
    await to.put(key, content)
    return hash('sha256', content)
  }
  const path = from.fileOf(key)
  if (path !== undefined) {
    await to.putFile(key, path)
    return (await from.sha256(key))!
  }
  // From a bucket, through a file of this machine.
  const scratch = createFolderStore(to.place.mediaDir)
  const part = `${INCOMING}/${randomUUID()}${UNFINISHED}`
  const file = join(to.place.mediaDir, part)
  try {
    const stream = await from.stream(key)
    if (!stream) throw gone()
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    await to.putFile(key, file)
    return (await scratch.sha256(part))!
  } finally {
    await scratch.remove(part)
  }
}
