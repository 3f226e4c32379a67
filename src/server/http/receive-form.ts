import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { UPLOAD } from '#contract/limits.ts'
import { FIELD } from '#contract/messages.ts'
import { PICTURE, UPLOADS } from '#contract/picture-messages.ts'
import { storageFailure } from '../errors/storage-failure.ts'
import { DomainError } from '../errors/domain-error.ts'
import { UNFINISHED } from '../storage/keys.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import type { FormFields } from '../scans/upload-slots.ts'

/** An uploaded file on disk. `name` is the sender's, for display. */
export interface ReceivedFile {
  path: string
  name: string
  sha256: string
  bytes: number
}

interface Options {
  /** Temporary folder, on the disk of the pictures, so that files need not be copied. */
  folder: string
  maximumBytes: number
  /** Called with the fields received so far before the file is read, so that uploads can be refused early. */
  beforeFile?(fields: FormFields): Promise<void>
}

/** Removes folders and control characters from a file name. */
export const cleanName = (name: string | undefined) =>
  (name ?? '')
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, 255)
    .toWellFormed()

/** Writes a file to disk while hashing it, and stops at the limit. */
async function receiveFile(part: MultipartFile, path: string, maximumBytes: number): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maximumBytes) return done(new DomainError('invalid', { image: [PICTURE.tooManyBytes(maximumBytes)] }))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    // Disk errors are the server's; anything else is a broken form.
    if (
      error instanceof DomainError ||
      storageFailure(error) ||
      (error as NodeJS.ErrnoException).syscall !== undefined
    ) {
      throw error
    }
    throw new DomainError('invalid', UPLOADS.badForm)
  }
  return { path, name: cleanName(part.filename), sha256: hash.digest('hex'), bytes }
}

/** The parts of a form; parser errors are the sender's. */
async function* partsOf(request: FastifyRequest, maximumBytes: number) {
  const limits = {
    fields: UPLOAD.fields,
    fieldSize: UPLOAD.fieldBytes,
    fieldNameSize: 100,
    headerPairs: 20,
    files: 2,
    // One more than allowed, to detect files that are too long.
    fileSize: maximumBytes + 1,
  }
  const parts = request.parts({ limits, throwFileSizeLimit: false } as Parameters<FastifyRequest['parts']>[0])
  for (;;) {
    let next
    try {
      next = await parts.next()
    } catch {
      throw new DomainError('invalid', UPLOADS.badForm)
    }
    if (next.done) return
    yield next.value
  }
}

/**
 * Reads a form with one file (`image`) and some fields, in any order, and passes both to `use`. Removes the file afterwards unless `use` moved
 * it. The rest of a refused body is read and dropped, so that the sender gets the response.
 * @throws {DomainError} invalid form, or unsupported-media-type.
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  { folder, maximumBytes, beforeFile }: Options,
  use: (form: { fields: FormFields; file: ReceivedFile }) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new DomainError('unsupported-media-type', UPLOADS.noForm)
  const path = join(folder, `${randomUUID()}${UNFINISHED}`)
  const fields: FormFields = {}
  let file: ReceivedFile | undefined
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for await (const part of partsOf(request, maximumBytes)) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated) throw new DomainError('invalid', UPLOADS.badForm)
        if (part.valueTruncated)
          throw new DomainError('invalid', { [part.fieldname]: [FIELD.maximum(UPLOAD.fieldBytes)] })
        fields[part.fieldname] = String(part.value)
      } else {
        if (file || part.fieldname !== 'image') throw new DomainError('invalid', { image: [PICTURE.oneFile] })
        await beforeFile?.(fields)
        file = await receiveFile(part, path, maximumBytes)
      }
    }
    if (!file) throw new DomainError('invalid', { image: [PICTURE.none] })
    return await use({ fields, file })
  } finally {
    // Detach the parser and drop the rest of the body.
    request.raw.unpipe()
    request.raw.resume()
    await removeNonOriginal(path)
  }
}
