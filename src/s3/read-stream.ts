import { setTimeout as sleep } from 'node:timers/promises'
import { S3Error } from './s3-error.ts'
import type { Send, SendOptions } from './send.ts'

/** Milliseconds without a byte after which a connection counts as broken. */
const STALL = 20_000
/** How often reading continues without having got a byte. */
const ATTEMPTS = 5

/** The bytes of an object. Where the connection breaks off, reading continues at the same place of the same object. @throws {S3Error} */
export async function* readStream(
  send: Send,
  key: string,
  { timeout = STALL, firstPause = 200, onTrouble }: SendOptions = {},
): AsyncGenerator<Buffer> {
  let offset = 0
  let etag: string | undefined
  let failures = 0
  for (;;) {
    const headers = {
      ...(offset > 0 && { range: `bytes=${offset}-`, ...(etag !== undefined && { 'if-match': etag }) }),
    }
    const response = await send({ method: 'GET', key, headers }, (answer) => Promise.resolve(answer))
    etag ??= response.headers.get('etag') ?? undefined
    const reader = response.body!.getReader()
    let ended = false
    try {
      // Where the store ignores the range, the bytes that were read already are skipped.
      let skip = response.status === 206 ? 0 : offset
      for (;;) {
        const { done, value } = await withTimeout(reader.read(), timeout)
        if (done) {
          ended = true
          return
        }
        const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength).subarray(skip)
        skip -= value.byteLength - chunk.length
        if (chunk.length === 0) continue
        failures = 0
        offset += chunk.length
        yield chunk
      }
    } catch (error) {
      failures += 1
      const message = `Reading ${key} from the store broke off after ${offset} bytes.`
      onTrouble?.(message)
      if (failures > ATTEMPTS) throw new S3Error(message, 'ERR_STORE_UNAVAILABLE', { cause: error })
      await sleep(firstPause * 2 ** failures)
    } finally {
      if (!ended) void reader.cancel().catch(() => {})
    }
  }
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No bytes came in time.')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
