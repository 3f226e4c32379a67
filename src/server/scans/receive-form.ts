import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { UPLOAD } from '#contract/limits.ts'
import { FIELD, PICTURE, UPLOADS } from '#contract/messages.ts'
import { Refusal } from '../http/errors.ts'
import { UNFINISHED } from '../media/folder-store.ts'

/** A file that has arrived: where it lies, and what was learned of it on its way. `name` is what the sender calls it, for people to read. */
export interface ReceivedFile {
  path: string
  name: string
  sha256: string
  bytes: number
}
export type FormFields = Record<string, string>

interface Options {
  /** Where files lie until they are kept; on the disk of the pictures, so that they need not be copied. */
  folder: string
  maximumBytes: number
  /** Is asked before the file is read, with the fields that came before it: a refusal spares the sender the rest. */
  beforeFile(fields: FormFields): Promise<void>
}

/** Letters that a file name may keep: none that a terminal, a header or a table would stumble over. */
const cleanName = (name: string | undefined) =>
  (name ?? '')
    .toWellFormed()
    .replace(/^.*[\\/]/, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, 255)
    .toWellFormed()

/** The disk is full, or the sender's part of it. */
const NO_ROOM = ['ENOSPC', 'EDQUOT']

/** Writes a file as it comes, and stops at the limit. */
async function receiveFile(part: MultipartFile, path: string, maximumBytes: number): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maximumBytes) return done(new Refusal(400, { image: [PICTURE.tooManyBytes(maximumBytes)] }))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measure, createWriteStream(path, { flags: 'wx' }))
  } catch (error) {
    if (NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '')) throw new Refusal(507, UPLOADS.diskFull)
    // What the disk says is the server's own trouble; all else is the form's.
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new Refusal(400, UPLOADS.badForm)
  }
  return { path, name: cleanName(part.filename), sha256: hash.digest('hex'), bytes }
}

/** The parts of a form; anything that the parser stumbles over is the sender's. */
async function* partsOf(request: FastifyRequest, maximumBytes: number) {
  const limits = {
    fields: UPLOAD.fields,
    fieldSize: UPLOAD.fieldBytes,
    fieldNameSize: 100,
    headerPairs: 20,
    files: 2,
    // One more than is taken: the one that is too long is told by it.
    fileSize: maximumBytes + 1,
  }
  const parts = request.parts({ limits, throwFileSizeLimit: false } as Parameters<FastifyRequest['parts']>[0])
  for (;;) {
    let next
    try {
      next = await parts.next()
    } catch {
      throw new Refusal(400, UPLOADS.badForm)
    }
    if (next.done) return
    yield next.value
  }
}

/**
 * Reads a form of one file (`image`) and some fields, in any order, and hands both to `use`. The file is gone afterwards unless `use` took it
 * away; so is what had arrived of one that was refused, broke off, or was too long. The rest of a refused body is read and dropped, so that the sender gets the
 * answer.
 * @throws {Refusal} 400 for a form that is broken or holds anything else, 415 for none, 507 where the disk is full.
 */
export async function receiveForm<T>(
  request: FastifyRequest,
  { folder, maximumBytes, beforeFile }: Options,
  use: (form: { fields: FormFields; file: ReceivedFile }) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Refusal(415, UPLOADS.noForm)
  const path = join(folder, `${randomUUID()}${UNFINISHED}`)
  const fields: FormFields = {}
  let file: ReceivedFile | undefined
  try {
    await mkdir(folder, { recursive: true })
    for await (const part of partsOf(request, maximumBytes)) {
      if (part.type === 'field') {
        if (part.fieldnameTruncated) throw new Refusal(400, UPLOADS.badForm)
        if (part.valueTruncated) throw new Refusal(400, { [part.fieldname]: [FIELD.maximum(UPLOAD.fieldBytes)] })
        fields[part.fieldname] = String(part.value)
      } else {
        if (file || part.fieldname !== 'image') throw new Refusal(400, { image: [PICTURE.oneFile] })
        await beforeFile(fields)
        file = await receiveFile(part, path, maximumBytes)
      }
    }
    if (!file) throw new Refusal(400, { image: [PICTURE.none] })
    return await use({ fields, file })
  } finally {
    // Whatever the parser still holds is let go, and what still comes is dropped.
    request.raw.unpipe()
    request.raw.resume()
    await rm(path, { force: true })
  }
}
