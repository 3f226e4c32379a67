import { mkdir, statfs } from 'node:fs/promises'
import { UPLOAD } from '#contract/limits.ts'
import { UPLOADS } from '#contract/picture-messages.ts'
import { diskFullError } from '../errors/storage-failure.ts'
import { DomainError } from '../errors/domain-error.ts'
import { tooManyRequests } from '../limits/rate-limit.ts'

/** Form fields as received. */
export type FormFields = Record<string, string>

/** Limits concurrent uploads per account and in total, so that nobody takes all slots or the whole disk. */
export function createUploadSlots({ perAccount, total }: { perAccount: number; total: number } = UPLOAD) {
  const taken = new Map<number, number>()
  let all = 0
  return {
    /** Runs work in a slot of its account. @throws {DomainError} 429 or 503 with Retry-After where none is free. */
    async withSlot<T>(account: number, work: () => Promise<T>): Promise<T> {
      const own = taken.get(account) ?? 0
      if (own >= perAccount) throw tooManyRequests(UPLOAD.retryAfter * 1000)
      if (all >= total) {
        throw new DomainError('unavailable', UPLOADS.tooMany, { retryAfter: UPLOAD.retryAfter })
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
export type UploadSlots = ReturnType<typeof createUploadSlots>

/** Free bytes on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true })
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Checks that there is room for a body (`declared`: its Content-Length), its derivatives and the database. @throws the error of a full disk. */
export async function requireFreeSpace(free: () => Promise<number>, declared: string | undefined): Promise<void> {
  const needed = Math.max(UPLOAD.freeBytes, 3 * (Number(declared) || 0))
  const left = await free()
  if (left < needed) throw diskFullError(`${left} bytes are free where pictures lie, ${needed} are needed.`)
}
