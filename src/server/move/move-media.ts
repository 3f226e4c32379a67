import { createHash, hash } from 'node:crypto'
import { PART_BYTES } from '#s3/multipart.ts'
import { inParallel } from '../limits/concurrency.ts'
import type { MovedPart } from '../storage/identity-file.ts'
import { MEDIA_PARTS, copyObject, type MediaObjects } from './media-objects.ts'
import { MoveRefused } from './move-refused.ts'
import { moveTrashLog } from './trash-log.ts'

/** Files at once, each with at most 16 MiB of it in memory. */
const AT_ONCE = 8
/** Spare bytes on the disk. */
const SPARE_BYTES = 50_000_000

export interface MediaToMove {
  from: MediaObjects
  to: MediaObjects
  /** Parts that an earlier run has proven. */
  moved: Record<string, MovedPart>
  /** Keeps what is proven, so that the next run need not read it again. */
  onPart: (moved: Record<string, MovedPart>) => Promise<void>
  /** In bytes. May throw to stop. */
  onProgress?: (done: number, total: number) => void
}

/** Copies all files that are missing and compares the SHA-256 of every one. What else is at the target stays. @throws {MoveRefused} */
export async function moveMedia({
  from,
  to,
  moved,
  onPart,
  onProgress,
}: MediaToMove): Promise<Record<string, MovedPart>> {
  const proven: Record<string, MovedPart> = {}
  const totals = new Map<string, number>()
  for (const part of MEDIA_PARTS) totals.set(part, sumOf(await from.sizes(part)))
  const total = sumOf(totals)
  await requireRoom(to, total)
  let done = 0
  const onBytes = (bytes: number) => onProgress?.((done += bytes), total)
  for (const part of MEDIA_PARTS) {
    const wanted = await from.sizes(part)
    if (wanted.size === 0) continue
    const before = moved[part]
    const known = before && (await isComplete(to, part, wanted, before)) ? before : undefined
    if (known) onBytes(sumOf(wanted))
    proven[part] = known ?? (await movePart({ from, to, part, wanted, onBytes }))
    if (!known) await onPart({ ...moved, ...proven })
  }
  await moveTrashLog(from, to)
  return proven
}

const sumOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)

/** Files never change: what an earlier run has proven only has to be there still. */
async function isComplete(to: MediaObjects, part: string, wanted: Map<string, number>, { files, bytes }: MovedPart) {
  if (wanted.size !== files || sumOf(wanted) !== bytes) return false
  return lacking(wanted, await to.sizes(part)).length === 0
}

const lacking = (wanted: ReadonlyMap<string, number>, there: ReadonlyMap<string, number>) =>
  [...wanted].filter(([key, bytes]) => there.get(key) !== bytes).map(([key]) => key)

interface Part extends Pick<MediaToMove, 'from' | 'to'> {
  wanted: Map<string, number>
  part: string
  onBytes: (bytes: number) => void
}

async function movePart({ from, to, part, wanted, onBytes }: Part): Promise<MovedPart> {
  const there = await to.sizes(part)
  const sums = new Map<string, string>()
  const copied: string[] = []
  await inParallel(wanted, AT_ONCE, async ([key, bytes]) => {
    const isThere = there.has(key)
    const sha256 = isThere ? await checksumOf(from, key, bytes) : await copyObject(from, to, key, bytes)
    if (!isThere) copied.push(key)
    // What was sent to a bucket was verified there; a file is read once more.
    if ((isThere || !to.store.shared) && (await checksumOf(to, key, bytes)) !== sha256) {
      throw new MoveRefused(
        `${key} at the target is not the file of the archive: their SHA-256 differ. Remove it there, then start the move again.`,
      )
    }
    sums.set(key, sha256!)
    onBytes(bytes)
  })
  await to.flush(copied)
  const [lost] = lacking(wanted, await to.sizes(part))
  if (lost !== undefined) throw new MoveRefused(`${lost} did not arrive whole. Start the move again.`)
  const list = createHash('sha256')
  for (const key of [...wanted.keys()].sort()) list.update(`${sums.get(key)}  ${key}\n`)
  return { files: wanted.size, bytes: sumOf(wanted), sha256: list.digest('hex') }
}

/** Small files are read at once, which takes less time than a stream. */
async function checksumOf(of: MediaObjects, key: string, bytes: number): Promise<string | undefined> {
  if (bytes > PART_BYTES) return await of.sha256(key)
  const content = await of.read(key)
  return content && hash('sha256', content)
}

async function requireRoom(to: MediaObjects, total: number): Promise<void> {
  const free = await to.freeBytes()
  if (free === undefined) return
  let there = 0
  for (const part of MEDIA_PARTS) there += sumOf(await to.sizes(part))
  const needed = total - there + SPARE_BYTES
  if (needed <= free) return
  const megabytes = (value: number) => Math.ceil(value / 1e6).toLocaleString('en')
  throw new MoveRefused(
    `There is not enough room in ${to.place.mediaDir}: ${megabytes(needed)} MB are needed, ${megabytes(free)} MB are free. The archive is unchanged.`,
  )
}
