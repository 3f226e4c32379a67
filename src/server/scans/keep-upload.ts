import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Caller } from '#rules/permissions.ts'
import { ImportUnderWay, takeTurn } from '../database/take-turn.ts'
import type { Config } from '../config.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal } from '../http/errors.ts'
import { answerOfFirst, isRepeated, once } from '../http/once.ts'
import type { MediaStore } from '../media/media-store.ts'
import { PictureRefused, type Picture } from './inspect-picture.ts'
import { keepOriginal, originalKey } from './originals.ts'
import { INCOMING, removeStray } from './strays.ts'
import { createUploadPlaces, freeBytes, requireRoom, type UploadPlaces } from './upload-places.ts'
import { receiveForm, type FormFields, type ReceivedFile } from './receive-form.ts'
import type { PictureWork } from './picture-work.ts'

export interface UploadParts {
  db: ArchiveDatabase
  reader: ArchiveDatabase
  media: MediaStore
  pictures: PictureWork
  places: UploadPlaces
  /** Where files lie until they are kept. */
  incoming: string
  maximumBytes: number
  /** Bytes that are free where they lie. */
  free(): Promise<number>
}

export function uploadParts(
  config: Config,
  parts: Pick<UploadParts, 'db' | 'reader' | 'media' | 'pictures'>,
): UploadParts {
  const incoming = join(config.mediaDir, INCOMING)
  const { maximumBytes } = config.scans
  return { ...parts, places: createUploadPlaces(), incoming, maximumBytes, free: () => freeBytes(incoming) }
}

interface Upload<F, R> {
  request: FastifyRequest
  caller: Caller
  call: EndpointName
  /**
   * Reads the fields and asks whether this caller may do this.
   * @throws {Refusal}
   */
  check(fields: FormFields, db: ArchiveDatabase | Transaction<Tables>): Promise<F>
  /** True where the fields that came before the file are enough to be checked. */
  checkable(fields: FormFields): boolean
  /** Writes the record of the picture; its original has a row by then. */
  write(trx: Transaction<Tables>, picture: Picture, fields: F): Promise<R>
}

/** Takes a file back that got no row. While an import runs it stays for the sweep: the import may have found it there, and count on it. */
async function takeBack(db: ArchiveDatabase, media: MediaStore, key: string): Promise<void> {
  try {
    await takeTurn(db, () => removeStray(db, media, key))
  } catch (error) {
    if (!(error instanceof ImportUnderWay)) throw error
  }
}

/** The file went between its being kept and its row: the sweep of another process took it. */
class OriginalGone extends Error {}
/** So often it is put back. */
const TRIES = 3

/**
 * Takes in one picture: to disk, looked at, kept under its SHA-256, then its rows in one transaction, which finds the file there. What is refused
 * leaves neither file nor row.
 */
export async function keepUpload<F, R>(parts: UploadParts, upload: Upload<F, R>): Promise<R> {
  const { request, caller, call } = upload
  const { reader, places, incoming: folder, maximumBytes } = parts
  await requireRoom(parts.free, request.headers['content-length'])
  return places.take(caller.id!, () =>
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
            // The item of a scan that is sent again may be published by now: which request it was shows when the file is there.
            if (!(await isRepeated(reader, upload))) throw error
          }
        },
      },
      async ({ fields: given, file }) => {
        const hash = hashOf(given, file)
        const first = await answerOfFirst<R>({ db: reader, request, caller, call, hash })
        if (first !== undefined) return first
        await upload.check(given, reader)
        const picture = await inspect(parts.pictures, file)
        return await keep(parts, upload, { given, file, picture, hash })
      },
    ),
  )
}

/** What a form says, whatever order it has. */
const hashOf = (given: FormFields, { sha256 }: ReceivedFile) =>
  JSON.stringify([sha256, Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1))])

async function inspect(pictures: PictureWork, file: ReceivedFile): Promise<Picture> {
  try {
    const picture = await pictures.inspect(file.path)
    if (picture.sha256 !== file.sha256) throw new Error('The disk gives other bytes back than it was given.')
    return picture
  } catch (error) {
    throw error instanceof PictureRefused ? new Refusal(400, { image: [error.message] }) : error
  }
}

async function keep<F, R>(
  { db, media }: UploadParts,
  { request, caller, call, check, write }: Upload<F, R>,
  { given, file, picture, hash }: { given: FormFields; file: ReceivedFile; picture: Picture; hash: string },
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    const added = await keepOriginal(media, picture, file.path, { ours: true })
    try {
      let written = false
      const answer = await once({ db, request, caller, call, hash }, async (trx) => {
        // Asked again where nobody can change it any more.
        const fields = await check(given, trx)
        if ((await media.size(originalKey(picture.sha256, picture.format))) !== picture.bytes) throw new OriginalGone()
        await trx
          .insertInto('original')
          .values({ ...picture, file_name: file.name })
          .onConflict((conflict) => conflict.column('sha256').doNothing())
          .execute()
        written = true
        return await write(trx, picture, fields)
      })
      // Somebody else's request with this key came first, and its scan may be gone.
      if (added && !written) await takeBack(db, media, originalKey(picture.sha256, picture.format))
      return answer
    } catch (error) {
      if (error instanceof OriginalGone && tries < TRIES) continue
      if (added) await takeBack(db, media, originalKey(picture.sha256, picture.format))
      throw error
    }
  }
}
