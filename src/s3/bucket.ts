import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { md5Of, uploadParts } from './multipart.ts'
import { S3Error } from './s3-error.ts'
import { createSender, discard, encodePath, type Send, type SendOptions } from './send.ts'
import { s3Address, type S3Settings } from './settings.ts'
import { signedAddress } from './signed-address.ts'
import { elementsOf, textOf } from './xml.ts'

/** Milliseconds without a byte after which a connection counts as broken. */
const STALL = 20_000
/** How often reading continues without having got a byte. */
const ATTEMPTS = 5

const get = (send: Send, key: string, headers: Record<string, string> = {}, accept: readonly number[] = []) =>
  send({ method: 'GET', key, headers, accept }, (answer) => Promise.resolve(answer))

/** The bytes of an object; undefined where it is missing. `cancel` frees the connection where nobody has begun to read. */
async function openStream(send: Send, key: string, options: SendOptions) {
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

/** An object: its key without the prefix of the settings. */
export interface S3Object {
  key: string
  bytes: number
  /** Milliseconds since 1970, by the store's clock. */
  modified: number
  etag: string
}

/** Headers that are stored with an object, such as `content-type`. */
export type ObjectHeaders = Record<string, string>

const NOT_FOUND = 404
const BEYOND_END = 416
const PRECONDITION_FAILED = 412

/** A check of the health is answered within seconds. */
const CHECK = { attempts: 2, timeout: 4_000 }

/** In whole seconds: lists may have milliseconds, headers never do. */
const timeOf = (text: string | null | undefined) => Math.floor((Date.parse(text ?? '') || 0) / 1000) * 1000
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** A bucket of a store that speaks S3, or a folder of one. All calls throw `S3Error`. */
export function openBucket(settings: S3Settings, options: SendOptions = {}) {
  const send = createSender(settings, options)
  const sendOnce = createSender(settings, { ...options, ...CHECK })

  const head = (key: string): Promise<S3Object | undefined> =>
    send({ method: 'HEAD', key, accept: [NOT_FOUND] }, async ({ status, headers }) =>
      status === NOT_FOUND
        ? undefined
        : {
            key,
            bytes: Number(headers.get('content-length')),
            modified: timeOf(headers.get('last-modified')),
            etag: headers.get('etag') ?? '',
          },
    )

  return {
    address: s3Address(settings),
    settings,
    head,
    /** The whole object; undefined where it is missing, as below. `bytes`: its size, where it is known. */
    read: (key: string, bytes = 0): Promise<Buffer | undefined> =>
      send({ method: 'GET', key, bytes, accept: [NOT_FOUND] }, async (response) => {
        const body = await readBytes(response)
        return response.status === NOT_FOUND ? missingKey(body) : body
      }),
    /** `length` bytes from `offset` on, fewer at the end. */
    readPart: (key: string, offset: number, length: number): Promise<Buffer | undefined> =>
      send(
        {
          ...{ method: 'GET', key, bytes: length, accept: [NOT_FOUND, BEYOND_END] },
          headers: { range: `bytes=${offset}-${offset + Math.max(length, 1) - 1}` },
        },
        async (response) => {
          const body = await readBytes(response)
          if (response.status === NOT_FOUND) return missingKey(body)
          if (response.status === BEYOND_END) return Buffer.alloc(0)
          // Some stores answer with all of it.
          return response.status === 206 ? body.subarray(0, length) : body.subarray(offset, offset + length)
        },
      ),
    /** Continues where a connection broke off. */
    async stream(key: string): Promise<Readable | undefined> {
      const opened = await openStream(send, key, options)
      return opened && Readable.from(opened.bytes, { objectMode: false }).once('close', opened.cancel)
    },
    async sha256(key: string): Promise<string | undefined> {
      const opened = await openStream(send, key, options)
      if (!opened) return undefined
      const sum = createHash('sha256')
      for await (const chunk of opened.bytes) sum.update(chunk)
      return sum.digest('hex')
    },
    /** Writes an object; readers see the old one or all of the new one. `ifAbsent`: false where there is one. The store verifies the bytes. */
    put: (
      key: string,
      body: Uint8Array,
      { headers = {}, ifAbsent = false }: { headers?: ObjectHeaders; ifAbsent?: boolean } = {},
    ): Promise<boolean> =>
      send(
        {
          ...{ method: 'PUT', key, body, ...(ifAbsent && { accept: [PRECONDITION_FAILED] }) },
          headers: { ...headers, ...md5Of(body), ...(ifAbsent && { 'if-none-match': '*' }) },
        },
        async (response) => {
          await discard(response)
          return response.status !== PRECONDITION_FAILED
        },
      ),
    /** Writes a local file; a large one in parts. */
    putFile: (key: string, path: string, headers: ObjectHeaders = {}): Promise<void> =>
      uploadParts(send, { key, path, headers }),
    /** Copies within the bucket, up to 5 GB. Without `headers` they are copied too; to copy an object onto itself some are needed. False where it is missing. */
    copy: (from: string, to: string, headers?: ObjectHeaders): Promise<boolean> =>
      send(
        {
          ...{ method: 'PUT', key: to, accept: [NOT_FOUND] },
          headers: {
            ...headers,
            'x-amz-copy-source': `/${settings.bucket}/${encodePath(settings.prefix + from)}`,
            'x-amz-metadata-directive': headers ? 'REPLACE' : 'COPY',
          },
        },
        async (response) => {
          const body = await readBytes(response)
          if (response.status === NOT_FOUND) await missingKey(body)
          return response.status !== NOT_FOUND
        },
      ),
    /** Deletes an object for good; a missing one is no error. Media are only deleted by server/storage/removal.ts (oxlint). */
    deleteObject: (key: string): Promise<void> => send({ method: 'DELETE', key, accept: [NOT_FOUND] }, discard),
    /** An address at which everyone who has it may read an object for some minutes. @param base web address of the bucket. */
    signedAddress: (key: string, base: string): Promise<string> =>
      signedAddress(settings, { base, key, now: send.now() }),
    /** All objects whose key starts with `start`, a page at a time, in the order of their keys. */
    async *list(start: string, { pageSize = 1000 } = {}): AsyncGenerator<S3Object> {
      let token: string | undefined
      do {
        const query = {
          ...{ 'list-type': '2', 'encoding-type': 'url', 'max-keys': String(pageSize) },
          ...{ prefix: settings.prefix + start, ...(token !== undefined && { 'continuation-token': token }) },
        }
        const xml = await send({ method: 'GET', query }, (response) => response.text())
        for (const entry of elementsOf(xml, 'Contents')) {
          const key = decodeURIComponent((textOf(entry, 'Key') ?? '').replaceAll('+', ' '))
          yield {
            key: key.slice(settings.prefix.length),
            bytes: Number(textOf(entry, 'Size')),
            modified: timeOf(textOf(entry, 'LastModified')),
            etag: textOf(entry, 'ETag') ?? '',
          }
        }
        token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : undefined
      } while (token !== undefined)
    },
    /** Throws where the bucket can't be read. */
    check: (): Promise<void> =>
      sendOnce({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix } }, discard),
  }

  /** @throws where it is the bucket that is missing: none of its objects would be. */
  async function missingKey(body: Buffer): Promise<undefined> {
    if (textOf(body.toString(), 'Code') === 'NoSuchBucket')
      await send({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } }, discard)
    return undefined
  }
}
export type Bucket = ReturnType<typeof openBucket>
