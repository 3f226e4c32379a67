import { createHash } from 'node:crypto'
import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { inParallel } from '../limits/concurrency.ts'
import type { MovedPart } from '../storage/identity-file.ts'
import { BackupRefused } from './format.ts'
import { copyObject, type MediaObjects } from './media-objects.ts'

/** Files at once, each with at most 16 MiB of it in memory. */
const AT_ONCE = 8
/** Spare bytes on the disk: a database grows while it is migrated. */
const SPARE_BYTES = 50_000_000

export interface MediaToCopy {
  from: MediaObjects
  to: MediaObjects
  /** What keys begin with. */
  parts: readonly string[]
  /** Parts that an earlier run has proven. */
  proven?: Record<string, MovedPart>
  /** Keeps what is proven, so that the next run need not read it again. */
  onPart?: (proven: Record<string, MovedPart>) => Promise<void>
  /** A file of the target is another: takes it away, and it is copied, or keeps it. Default: refused. */
  onOther?: (key: string) => Promise<'taken away' | 'kept'>
  /** In bytes. May throw to stop. */
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** Copies all files that are missing and compares the SHA-256 of every one. What else is at the target stays. @throws {BackupRefused} */
export async function copyMedia(options: MediaToCopy): Promise<Record<string, MovedPart>> {
  const { from, to, parts, proven: before = {}, onPart, onProgress } = options
  const proven: Record<string, MovedPart> = {}
  let total = 0
  let there = 0
  for (const part of parts) {
    total += sumOf(await from.sizes(part))
    if (!to.place.s3) there += sumOf(await to.sizes(part))
  }
  const { s3, mediaDir } = to.place
  if (!s3) requireDiskSpace(existsSync(mediaDir) ? mediaDir : dirname(mediaDir), total - there)
  let done = 0
  const onBytes = (bytes: number) => onProgress?.((done += bytes), total)
  for (const part of parts) {
    const wanted = await from.sizes(part)
    if (wanted.size === 0) continue
    const known = before[part]
    if (known && (await isComplete(to, part, wanted, known))) {
      proven[part] = known
      onBytes(sumOf(wanted))
      continue
    }
    proven[part] = await copyPart(options, part, wanted, onBytes)
    await onPart?.({ ...before, ...proven })
  }
  return proven
}

const sumOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)

/** Files never change: what an earlier run has proven only has to be there still. */
async function isComplete(to: MediaObjects, part: string, wanted: Map<string, number>, { files, bytes }: MovedPart) {
  if (wanted.size !== files || sumOf(wanted) !== bytes) return false
  return firstLacking(wanted, await to.sizes(part)) === undefined
}

const firstLacking = (wanted: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>) =>
  [...wanted].find(([key, bytes]) => there.get(key) !== bytes)?.[0]

async function copyPart(
  { from, to, onOther }: MediaToCopy,
  part: string,
  wanted: Map<string, number>,
  onBytes: (bytes: number) => void,
): Promise<MovedPart> {
  const there = await to.sizes(part)
  const sums = new Map<string, string>()
  const copied: string[] = []
  await inParallel(wanted, AT_ONCE, async ([key, bytes]) => {
    // A power cut may leave an empty file.
    const found = there.get(key) || undefined
    let sha256 = found === undefined ? undefined : await from.sha256(key, bytes)
    if (found !== undefined && (found !== bytes || (await to.sha256(key, bytes)) !== sha256)) {
      if (!onOther) throw other(key)
      if ((await onOther(key)) === 'kept') return void wanted.delete(key)
      sha256 = undefined
    }
    if (sha256 === undefined) {
      sha256 = await copyObject(from, to, key, bytes)
      copied.push(key)
      // What was sent to a bucket was verified there; a file is read once more.
      if (!to.store.shared && (await to.sha256(key, bytes)) !== sha256) throw other(key)
    }
    sums.set(key, sha256)
    onBytes(bytes)
  })
  await to.flush(copied)
  const lost = firstLacking(wanted, await to.sizes(part))
  if (lost !== undefined) throw new BackupRefused(`${lost} did not arrive whole. Start again.`)
  const list = createHash('sha256')
  for (const key of [...wanted.keys()].sort()) list.update(`${sums.get(key)}  ${key}\n`)
  return { files: wanted.size, bytes: sumOf(wanted), sha256: list.digest('hex') }
}

const other = (key: string) =>
  new BackupRefused(
    `${key} at the target is not the file of the archive: their SHA-256 differ. Remove it there, then start again.`,
  )

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
