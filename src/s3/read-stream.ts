import { setTimeout as sleep } from 'node:timers/promises'
import { S3Error } from './s3-error.ts'
import type { Send, SendOptions } from './send.ts'

/** Milliseconds without a byte after which a connection counts as broken. */
const STALL = 20_000
/** How often reading continues without having got a byte. */
const ATTEMPTS = 5

const get = (send: Send, key: string, headers: Record<string, string> = {}, accept: readonly number[] = []) =>
  send({ method: 'GET', key, headers, accept }, (answer) => Promise.resolve(answer))

/** The bytes of an object; undefined where it is missing. `cancel` frees the connection where nobody has begun to read. */
export async function openStream(send: Send, key: string, options: SendOptions) {
  const first = await get(send, key, {}, [404])
  const cancel = () => {
    if (first.body?.locked === false) void first.body.cancel().catch(() => {})
  }
  if (first.status !== 404) return { bytes: readStream(send, key, first, options), cancel }
  await first.arrayBuffer()
  return undefined
}

/** Where the connection breaks off, reading continues at the same place of the same object. @throws {S3Error} */
async function* readStream(
  send: Send,
  key: string,
  first: Response,
  { timeout = STALL, firstPause = 200, onTrouble }: SendOptions = {},
): AsyncGenerator<Buffer> {
  let offset = 0
  const etag = first.headers.get('etag')
  let failures = 0
  for (let response = first; ;) {
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
    response = await get(send, key, {
      ...(offset > 0 && { range: `bytes=${offset}-` }),
      ...(etag !== null && { 'if-match': etag }),
    })
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
