import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat, utimes, open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bucket } from '#s3/bucket.ts'
import { UNFINISHED, hasOriginalName } from './keys.ts'

/**
 * All removals of media are in this file (oxlint forbids `rm`, `unlink`, `rename` and `deleteObject` elsewhere). Files that can be made again are
 * removed; originals only move to the trash and back.
 */

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Removes a file that can be made again or was never finished. A missing file is no error. @throws for an original. */
export async function removeNonOriginal(path: string): Promise<void> {
  if (hasOriginalName(basename(path))) throw new Error(`${path} is an original: it is moved to the trash, not removed.`)
  await rm(path, { force: true })
}

/** Removes what killed uploads left in a folder. `before`: a moment (milliseconds) since when every running one has written something. */
export async function removeUnfinished(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const left = name.endsWith(UNFINISHED) && (await stat(path).catch(() => undefined))
    if (left && left.mtimeMs < before) await removeNonOriginal(path)
  }
}

/** Removes what a person has sent for an import and takes back, or what was made of it: a file, or a folder. What was imported is in the store. */
export const removeUploads = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 })

/** Gives a finished file its final name. */
export const renameIntoPlace = (temporary: string, path: string): Promise<void> => rename(temporary, path)

/** Writes a file under a temporary name and renames it when it is complete, so that a crash or a full disk never leaves half a file. */
export async function writeAtomically<T>(
  path: string,
  write: (temporary: string) => Promise<T>,
  { durable = true } = {},
): Promise<T> {
  const temporary = `${path}.${randomUUID()}${UNFINISHED}`
  try {
    const answer = await write(temporary)
    await rename(temporary, path)
    if (durable) await flushFolder(dirname(path))
    return answer
  } catch (error) {
    await removeNonOriginal(temporary)
    throw error
  }
}

/** Removes a copy made by failed work while its source is still there unchanged. False where it isn't: then the copy may be the only one. */
export async function undoCopy(path: string, source: string): Promise<boolean> {
  const [copy, original] = await Promise.all([path, source].map((each) => stat(each).catch(() => undefined)))
  if (!copy) return true
  if (!original?.isFile() || original.size !== copy.size || original.mtimeMs > copy.mtimeMs) return false
  // Same inode with a single link: not a copy, but the file itself.
  if (original.ino === copy.ino && original.dev === copy.dev && copy.nlink < 2) return false
  await rm(path, { force: true })
  return true
}

/** The SHA-256 of a file, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Called after each step, so that a test can simulate a crash there. */
export type OnStep = (step: string) => void

/** Moves an original, across disks by copying and comparing first. After a crash it is in one place or in both. */
export async function moveOriginal(from: string, to: string, onStep?: OnStep): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await moveToOtherDisk(from, to, onStep)
  }
  onStep?.('moved')
  await Promise.all([flushFolder(dirname(to)), flushFolder(dirname(from))])
}

async function moveToOtherDisk(from: string, to: string, onStep?: OnStep): Promise<void> {
  const part = `${to}${UNFINISHED}`
  try {
    await copyFile(from, part)
    onStep?.('copied')
    const { atime, mtime } = await stat(from)
    await utimes(part, atime, mtime)
    await flush(part)
    if ((await sha256Of(part)) !== (await sha256Of(from))) {
      throw new Error(`The copy of ${from} on the disk of the trash is not the same. The file stays where it is.`)
    }
    await rename(part, to)
    await flushFolder(dirname(to))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  onStep?.('proven')
  await rm(from)
}

/** Removes files of the trash that were restored or emptied, and the folders that are empty then, up to `top`. */
export async function removeTrashed(paths: readonly string[], top: string): Promise<void> {
  for (const path of paths) await rm(path, { force: true })
  let folder = dirname(paths[0]!)
  while (folder.startsWith(`${top}/`)) {
    try {
      await rmdir(folder)
    } catch {
      return
    }
    folder = dirname(folder)
  }
}

/** The same as `removeNonOriginal`, in a bucket. */
export async function removeNonOriginalObject(bucket: Bucket, key: string): Promise<void> {
  if (hasOriginalName(basename(key))) throw new Error(`${key} is an original: it is moved to the trash, not removed.`)
  await bucket.deleteObject(key)
}

/** The same as `undoCopy`, in a bucket: clocks may differ, so the SHA-256 in the key tells whether `source` is the same file. */
export async function undoUpload(bucket: Bucket, key: string, source: string): Promise<boolean> {
  const copy = await bucket.head(key)
  if (!copy) return true
  const original = await stat(source).catch(() => undefined)
  if (!original?.isFile() || original.size !== copy.bytes) return false
  if (!hasOriginalName(basename(key)) || !basename(key).startsWith(await sha256Of(source))) return false
  await bucket.deleteObject(key)
  return true
}

/** Moves an original within a bucket: copied, compared, and only then removed. After a crash it is in one place or in both. */
export async function moveOriginalObject(bucket: Bucket, from: string, to: string, onStep?: OnStep): Promise<void> {
  if (!(await bucket.copy(from, to))) throw new Error(`${from} is not in the store.`)
  onStep?.('copied')
  const [before, after] = await Promise.all([bucket.head(from), bucket.head(to)])
  const same =
    before?.bytes === after?.bytes && (before?.etag === after?.etag || (await haveSameBytes(bucket, from, to)))
  if (!same) throw new Error(`The copy of ${from} in the trash is not the same. The file stays where it is.`)
  onStep?.('proven')
  await bucket.deleteObject(from)
  onStep?.('moved')
}

/** The ETag of an object that was uploaded in parts says nothing about that of its copy. */
const haveSameBytes = async (bucket: Bucket, one: string, other: string): Promise<boolean> =>
  (await bucket.sha256(one)) === (await bucket.sha256(other))

/** Removes objects of the trash that were restored or emptied. */
export async function removeTrashedObjects(bucket: Bucket, keys: readonly string[]): Promise<void> {
  for (const key of keys) await bucket.deleteObject(key)
}

/** Syncs a file to disk (fsync). */
export async function flush(path: string, flags = 'r+'): Promise<void> {
  await using handle = await open(path, flags)
  await handle.sync()
}

/** Syncs a folder, so that renames in it survive a power cut. Systems that can't sync folders are ignored. */
export const flushFolder = (path: string): Promise<void> => flush(path, 'r').catch(() => {})
