import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { EndpointName } from '#contract/endpoints.ts'
import { PREVIEW, UPLOAD } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { ImportInProgress, withImportLock } from '../database/archive-locks.ts'
import type { Config } from '../config.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Trx } from '../database/tables.ts'
import { DomainError } from '../errors/domain-error.ts'
import { storedResponse, isRepeated, withIdempotencyKey } from '../http/idempotency.ts'
import { INCOMING, originalKey, UNFINISHED } from '../storage/keys.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import type { MediaStore } from '../storage/media-store.ts'
import type { Picture } from '../scans/inspect-picture.ts'
import { isDocument, isRecording } from '../scans/inspect-file.ts'
import { pageName } from '../scans/page-tasks.ts'
import { PictureRefused } from '../scans/picture-refused.ts'
import { storeOriginal, writeOriginalRow } from '../scans/originals.ts'
import { undoPutIfOrphaned } from '../scans/orphans.ts'
import {
  createUploadSlots,
  freeBytes,
  requireFreeSpace,
  type UploadSlots,
  type FormFields,
} from '../scans/upload-slots.ts'
import { receiveForm, type ReceivedFile } from '../http/receive-form.ts'
import type { PictureWork } from '../scans/picture-work.ts'

export interface UploadContext {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  media: MediaStore
  pictures: PictureWork
  places: UploadSlots
  /** Folder for unfinished uploads. */
  incoming: string
  maximumBytes: number
  /** Free bytes in that folder. */
  free(): Promise<number>
}

export function createUploadContext(
  config: Config,
  parts: Pick<UploadContext, 'db' | 'reader' | 'media' | 'pictures'>,
): UploadContext {
  const incoming = join(config.mediaDir, INCOMING)
  const { maximumBytes } = config.scans
  return { ...parts, places: createUploadSlots(), incoming, maximumBytes, free: () => freeBytes(incoming) }
}

interface Upload<F, R> {
  request: FastifyRequest
  caller: Caller
  call: EndpointName
  /** Parses and authorizes the fields. @throws {DomainError} */
  check(fields: FormFields, db: ArchiveDatabase | Trx): Promise<F>
  /** True if the fields before the file are enough to call `check`. */
  checkable(fields: FormFields): boolean
  /** Writes the record of the picture, whose original already has a row. */
  write(trx: Trx, picture: Picture, fields: F): Promise<R>
  /** Of a recording, which comes in parts: all of it, or an answer while parts are missing. */
  gather?(fields: F, part: ReceivedFile): Promise<ReceivedFile | { answer: R }>
  /** Bytes of the file, or of a part. */
  maximumBytes?: number
  /** Where a document is taken, too: writes it with its first page. */
  writeDocument?(trx: Trx, files: { document: Picture; first: Picture }, fields: F): Promise<R>
}

/** A file of an upload that is stored as an original. */
type Kept = { picture: Picture; path: string; name: string }

/** Removes a file that got no row. During an import it is left to the sweep, since the import may rely on it. */
async function removeStray(db: ArchiveDatabase, media: MediaStore, key: string, source: string): Promise<void> {
  try {
    await withImportLock(db, () => undoPutIfOrphaned(db, media, key, source))
  } catch (error) {
    if (!(error instanceof ImportInProgress)) throw error
  }
}

/** The sweep of another process removed the file before its row was written. */
class OriginalGone extends Error {}
/** How often to store it again. */
const ATTEMPTS = 3

/**
 * Receives a picture: to disk, inspected, stored under its SHA-256, then its rows in one transaction that finds the file. Refused uploads leave
 * neither file nor row.
 */
export async function saveUpload<F, R>(parts: UploadContext, upload: Upload<F, R>): Promise<R> {
  const { request, caller, call } = upload
  const { reader, places, incoming: folder } = parts
  const { maximumBytes = parts.maximumBytes } = upload
  refuseTooLarge(request, maximumBytes)
  await requireFreeSpace(parts.free, request.headers['content-length'])
  return places.withSlot(caller.id!, () =>
    receiveForm(
      request,
      {
        folder,
        maximumBytes,
        async beforeFile(fields) {
          if (!upload.checkable(fields)) return
          try {
            await upload.check(fields, reader)
          } catch (error) {
            // A retried upload may refer to an item that is published by now; whether it is one is known once the file is there.
            if (!(await isRepeated(reader, upload))) throw error
          }
        },
      },
      async ({ fields: fields_, file: received }) => {
        const hash = hashOf(fields_, received)
        const first = await storedResponse<R>({ db: reader, request, caller, call, hash })
        if (first !== undefined) return first
        const checked = await upload.check(fields_, reader)
        const file = upload.gather ? await upload.gather(checked, received) : received
        if ('answer' in file) return file.answer
        const picture = await inspect(parts.pictures, file, upload)
        const whole = { picture, path: file.path, name: file.name }
        if (!isDocument(picture) || !upload.writeDocument) {
          const answer = await keep(parts, upload, { fields_, kept: [whole], hash })
          // Of parts: the store has it now.
          await removeNonOriginal(file.path)
          return answer
        }
        const to = `${file.path}-1${UNFINISHED}`
        try {
          const { sha256, format } = picture
          const first = await refuseAsInvalid(() =>
            parts.pictures.drawPage({ sha256, format, path: file.path, page: 1 }, to),
          )
          const page = { picture: first, path: to, name: pageName(file.name, 1, first) }
          return await keep(parts, upload, { fields_, kept: [whole, page], hash })
        } finally {
          await removeNonOriginal(to)
        }
      },
    ),
  )
}

/** A small picture of a file that is received and not kept. It takes a slot like an upload. */
export async function previewUpload(parts: UploadContext, request: FastifyRequest, caller: Caller) {
  const { pictures, places, incoming: folder } = parts
  const maximumBytes = Math.min(parts.maximumBytes, PREVIEW.maximumBytes)
  refuseTooLarge(request, maximumBytes)
  await requireFreeSpace(parts.free, request.headers['content-length'])
  return places.withSlot(caller.id!, () =>
    receiveForm(request, { folder, maximumBytes }, ({ file }) => refuseAsInvalid(() => pictures.preview(file.path))),
  )
}

/** Bytes of a form besides its file. */
const FORM_BYTES = UPLOAD.fields * UPLOAD.fieldBytes

/** Refuses at once what says itself that it is too large. */
function refuseTooLarge({ headers }: FastifyRequest, maximumBytes: number): void {
  if (Number(headers['content-length']) > maximumBytes + FORM_BYTES)
    throw new DomainError('too-large', { image: [PICTURE.tooManyBytes(maximumBytes)] })
}

/** Identifies an upload by its fields, in any order, and its file. */
const hashOf = (fields_: FormFields, { sha256 }: ReceivedFile) =>
  JSON.stringify([sha256, Object.entries(fields_).sort(([a], [b]) => (a < b ? -1 : 1))])

async function inspect(
  pictures: PictureWork,
  file: ReceivedFile,
  { gather, writeDocument }: Pick<Upload<never, unknown>, 'gather' | 'writeDocument'>,
): Promise<Picture> {
  const picture = await refuseAsInvalid(() =>
    pictures[gather || writeDocument ? 'inspectUpload' : 'inspect'](file.path),
  )
  if (gather) return picture
  if (isRecording(picture)) throw new DomainError('invalid', { image: [RECORDING.inParts] })
  if (picture.sha256 !== file.sha256) throw new Error('The disk returned different bytes than were written.')
  return picture
}

/** A refused picture is an invalid field. */
async function refuseAsInvalid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof PictureRefused ? new DomainError('invalid', { image: [error.message] }) : error
  }
}

async function keep<F, R>(
  { db, media }: UploadContext,
  { request, caller, call, check, write, writeDocument }: Upload<F, R>,
  { fields_, kept, hash }: { fields_: FormFields; kept: Kept[]; hash: string },
): Promise<R> {
  const keyOf = ({ picture }: Kept) => originalKey(picture.sha256, picture.format)
  for (let tries = 1; ; tries += 1) {
    const added: Kept[] = []
    const removeAdded = async () => {
      for (const each of added) await removeStray(db, media, keyOf(each), each.path)
    }
    try {
      for (const each of kept) {
        const { bytes } = each.picture
        if (await storeOriginal(media, { key: keyOf(each), bytes }, each.path, { immutable: true })) added.push(each)
      }
      let written = false
      const answer = await withIdempotencyKey({ db, request, caller, call, hash }, async (trx) => {
        // Checked again inside the transaction.
        const fields = await check(fields_, trx)
        for (const each of kept) {
          if ((await media.size(keyOf(each))) !== each.picture.bytes) throw new OriginalGone()
          await writeOriginalRow(trx, each.picture, each.name)
        }
        written = true
        const [{ picture }, page] = kept as [Kept, Kept?]
        return page
          ? await writeDocument!(trx, { document: picture, first: page.picture }, fields)
          : await write(trx, picture, fields)
      })
      // Another request with this key was first.
      if (!written) await removeAdded()
      return answer
    } catch (error) {
      if (error instanceof OriginalGone && tries < ATTEMPTS) continue
      await removeAdded()
      throw error
    }
  }
}
