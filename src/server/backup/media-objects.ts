import { createHash, hash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openBucket } from '#s3/bucket.ts'
import { PART_BYTES } from '#s3/multipart.ts'
import { inParallel } from '../limits/concurrency.ts'
import { createFolderStore } from '../storage/folder-store.ts'
import { INCOMING, UNFINISHED } from '../storage/keys.ts'
import { flush, flushFolder, writeAtomically } from '../storage/removal.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { openMediaStore, type MediaLocation } from '../storage/open-media-store.ts'

const DIGITS = Array.from('0123456789abcdef')
const inParts = (folder: string) => DIGITS.map((digit) => `${folder}/${digit}`)
/** What keys begin with: files are compared by the first digit of their hash, so that the names of a part fit in memory. */
export const ORIGINAL_PARTS: readonly string[] = [...inParts('originals'), 'overlays/']
export const MEDIA_PARTS: readonly string[] = [...ORIGINAL_PARTS, ...inParts('derivatives')]
export const TRASH = 'trash/'
/** What has left the trash: lines of a file, or an object each in a bucket. */
const LOG = 'trash/log'

/** Files at once. */
const AT_ONCE = 8
const foldersOf = (part: string) =>
  part.endsWith('/') ? [part.slice(0, -1)] : DIGITS.map((second) => `${part}${second}`)
/** The folder of a file, and the two above it, which may be new too. */
const foldersAbove = (file: string) => [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file)))]
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

export type MediaPlace = MediaLocation & { trashDir: string }

/** Originals, derivatives and the trash of an archive, by keys that are the same in a folder and in a bucket. */
export function openMediaObjects(place: MediaPlace, store: MediaStore = openMediaStore(place)) {
  const { mediaDir, trashDir, s3 } = place
  const trash = s3 ? store : createFolderStore(dirname(trashDir))
  const bucket = s3 && openBucket(s3)
  const logFile = join(trashDir, 'log.jsonl')
  const storeOf = (key: string) => (key.startsWith(TRASH) ? trash : store)
  /** The file of a key; undefined in a bucket. */
  const fileOf = (key: string) => (s3 ? undefined : join(key.startsWith(TRASH) ? dirname(trashDir) : mediaDir, key))

  /** In the order in which they were written. */
  async function readLog(): Promise<string[]> {
    if (!s3) return linesOf(await readFile(logFile, 'utf8').catch(() => ''))
    const keys: string[] = []
    for await (const { key } of store.list(LOG)) keys.push(key)
    const lines: string[] = []
    for (const key of keys.sort()) lines.push(...linesOf(Buffer.from((await store.read(key)) ?? '').toString()))
    return lines
  }

  return {
    place,
    store,
    storeOf,
    fileOf,
    /** The sizes of all files of a part, by key. */
    async sizes(part: string): Promise<Map<string, number>> {
      const found = new Map<string, number>()
      const lists = bucket ? [bucket.list(part)] : foldersOf(part).map((folder) => storeOf(part).list(folder))
      for (const list of lists) {
        for await (const { key, bytes } of list)
          if (!key.endsWith(UNFINISHED) && !key.startsWith(LOG)) found.set(key, bytes)
      }
      return found
    },
    /** Small files are read at once, which takes less time than a stream. */
    async sha256(key: string, bytes: number): Promise<string | undefined> {
      if (bytes > PART_BYTES) return await storeOf(key).sha256(key)
      const content = await storeOf(key).read(key)
      return content && hash('sha256', content)
    },
    readLog,
    /** Adds lines that are not there yet. */
    async addToLog(lines: readonly string[]): Promise<void> {
      const there = await readLog()
      const added = lines.filter((line) => !there.includes(line))
      if (added.length === 0) return
      if (s3) {
        for (const line of added) {
          const { at } = JSON.parse(line) as { at: string }
          await store.put(`${LOG}/${at}-${hash('sha256', line).slice(0, 32)}.json`, Buffer.from(`${line}\n`))
        }
        return
      }
      await mkdir(trashDir, { recursive: true, mode: 0o700 })
      const text = [...there, ...added].map((line) => `${line}\n`).join('')
      await writeAtomically(logFile, (path) => writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true }))
    },
    /** Syncs files to disk, and the folders that they are in: one after the other would be many times as slow. */
    async flush(keys: Iterable<string>): Promise<void> {
      const files = s3 ? [] : [...keys].map((key) => fileOf(key)!)
      await inParallel(files, AT_ONCE, (file) => flush(file))
      await inParallel(new Set(files.flatMap(foldersAbove)), AT_ONCE, flushFolder)
    },
  }
}
export type MediaObjects = ReturnType<typeof openMediaObjects>

/** Copies a file, which is on disk after `flush`, and returns the SHA-256 of what was read. Large ones are streamed. A store verifies the SHA-256 of what arrives. */
export async function copyObject(from: MediaObjects, to: MediaObjects, key: string, bytes: number): Promise<string> {
  const gone = () => new Error(`${key} is gone. Nothing may be removed meanwhile: start again.`)
  if (bytes <= PART_BYTES) {
    const content = await from.storeOf(key).read(key)
    if (!content) throw gone()
    await to.storeOf(key).put(key, content, { durable: false })
    return hash('sha256', content)
  }
  const path = from.fileOf(key)
  if (path !== undefined) {
    await to.storeOf(key).putFile(key, path)
    return (await from.sha256(key, bytes))!
  }
  // From a bucket, through a file of this machine.
  const scratch = createFolderStore(to.place.mediaDir)
  const part = `${INCOMING}/${randomUUID()}${UNFINISHED}`
  const file = join(to.place.mediaDir, part)
  try {
    const stream = await from.storeOf(key).stream(key)
    if (!stream) throw gone()
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const sum = createHash('sha256')
    stream.on('data', (chunk: Buffer) => sum.update(chunk))
    await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    await to.storeOf(key).putFile(key, file)
    return sum.digest('hex')
  } finally {
    await scratch.remove(part)
  }
}
