import { mkdir, statfs } from 'node:fs/promises'
import { UPLOAD } from '#contract/limits.ts'
import { UPLOADS } from '#contract/messages.ts'
import { Refusal } from '../http/errors.ts'
import { throttled } from '../http/throttled.ts'

/** Uploads that are under way: so many of one account, so many of all, so that nobody takes the others' place or the whole disk. */
export function createUploadPlaces({ anAccount, together }: { anAccount: number; together: number } = UPLOAD) {
  const taken = new Map<number, number>()
  let all = 0
  return {
    /**
     * Does something in a place of its account.
     * @throws {Refusal} 429 or 503 with Retry-After where there is none.
     */
    async take<T>(account: number, work: () => Promise<T>): Promise<T> {
      const own = taken.get(account) ?? 0
      if (own >= anAccount) throw throttled(UPLOAD.comeBackAfter * 1000)
      if (all >= together) {
        throw new Refusal(503, UPLOADS.tooMany, { 'retry-after': String(UPLOAD.comeBackAfter) })
      }
      taken.set(account, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = taken.get(account)! - 1
        if (left > 0) taken.set(account, left)
        else taken.delete(account)
      }
    },
  }
}
export type UploadPlaces = ReturnType<typeof createUploadPlaces>

/** Bytes that are free on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Asked before a byte is read: the file, what is made of it, and the database need room.
 * @param declared the body's Content-Length, where it says one.
 * @throws {Refusal} 507.
 */
export async function requireRoom(free: () => Promise<number>, declared: string | undefined): Promise<void> {
  const needed = Math.max(UPLOAD.freeBytes, 3 * (Number(declared) || 0))
  if ((await free()) < needed) throw new Refusal(507, UPLOADS.diskFull)
}
