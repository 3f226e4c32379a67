import { hash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { S3Error } from './s3-error.ts'
import { discard, type Send } from './send.ts'
import { escapeXml, textOf } from './xml.ts'

/** Bytes of a part, and of the largest file that is sent in one: each is held in memory, so that it can be sent again. S3 takes 10,000 parts. */
export const PART_BYTES = 16 * 1024 * 1024

interface Upload {
  key: string
  path: string
  headers: Record<string, string>
}

export const md5Of = (body: Uint8Array) => ({ 'content-md5': hash('md5', body, 'base64') })

/** Uploads a file, a large one in parts. The store verifies each part, and shows the object only when it has all of them. @throws {S3Error} */
export async function uploadParts(send: Send, { key, path, headers }: Upload): Promise<void> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size <= PART_BYTES) {
    const body = await readAt(file, 0, size)
    return await send({ method: 'PUT', key, body, headers: { ...headers, ...md5Of(body) } }, discard)
  }
  const uploadId = await send({ method: 'POST', key, query: { uploads: '' }, headers }, async (response) =>
    textOf(await response.text(), 'UploadId'),
  )
  if (uploadId === undefined) throw new S3Error(`The store began no upload of ${key}.`, 'ERR_STORE')
  try {
    const etags: string[] = []
    for (let offset = 0; offset < size; offset += PART_BYTES) {
      const body = await readAt(file, offset, Math.min(PART_BYTES, size - offset))
      const query = { partNumber: String(etags.length + 1), uploadId }
      etags.push(
        await send({ method: 'PUT', key, query, body, headers: md5Of(body) }, async (response) => {
          await response.arrayBuffer()
          return response.headers.get('etag') ?? ''
        }),
      )
    }
    await complete(send, { key, uploadId, body: listOf(etags), size })
  } catch (error) {
    // Unfinished parts would cost money for ever.
    await send({ method: 'DELETE', key, query: { uploadId }, accept: [404] }, discard).catch(() => {})
    throw error
  }
}

/** Where the answer to the first attempt is lost, the store has the object and the upload is gone: the second attempt is refused. */
async function complete(
  send: Send,
  { key, uploadId, body, size }: { key: string; uploadId: string; body: Buffer; size: number },
): Promise<void> {
  try {
    await send({ method: 'POST', key, query: { uploadId }, body }, discard)
  } catch (error) {
    const isGone = error instanceof S3Error && (error.status === 400 || error.status === 404)
    const sizeThere = (response: Response) =>
      Promise.resolve(response.ok ? Number(response.headers.get('content-length')) : undefined)
    if (!isGone || (await send({ method: 'HEAD', key, accept: [404] }, sizeThere)) !== size) throw error
  }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const body = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const { bytesRead } = await file.read(body, at, length - at, offset + at)
    if (bytesRead === 0) throw new Error('The file became shorter while it was uploaded.')
    at += bytesRead
  }
  return body
}

const listOf = (etags: readonly string[]) =>
  Buffer.from(
    `<CompleteMultipartUpload>${etags
      .map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`)
      .join('')}</CompleteMultipartUpload>`,
  )
