import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Kysely } from 'kysely'
import type { Mount } from '../http/mount.ts'
import type { Tables } from '../database/tables.ts'
import type { MediaStore } from '../media/media-store.ts'
import { attachment } from '../scans/file-names.ts'
import { keepUpload, type UploadParts } from '../scans/keep-upload.ts'
import { originalFile } from '../scans/originals.ts'
import { checkPersonImage, writePersonImage } from '../scans/submit-person-image.ts'
import { checkScan, writeScan } from '../scans/submit-scan.ts'

/** Pictures that people send, and the file of a scan as it came. */
export function mountScans(mount: Mount, uploads: UploadParts, reader: Kysely<Tables>, media: MediaStore): void {
  mount('createScan', ({ caller, request }) =>
    keepUpload(uploads, {
      request,
      caller,
      call: 'createScan',
      checkable: ({ item }) => item !== undefined,
      check: (fields, db) => checkScan(db, caller, fields),
      write: (trx, picture, fields) => writeScan(trx, caller, picture, fields),
    }),
  )
  mount('createPersonImage', ({ caller, request }) =>
    keepUpload(uploads, {
      request,
      caller,
      call: 'createPersonImage',
      checkable: ({ person }) => person !== undefined,
      check: (fields, db) => checkPersonImage(db, caller, fields),
      write: (trx, picture, fields) => writePersonImage(trx, caller, picture, fields),
    }),
  )
  mount('scanOriginal', async ({ id, request, reply }): Promise<FastifyReply | undefined> => {
    const original = await originalFile(reader, media, id)
    if (!original) return undefined
    reply
      .header('content-type', original.contentType)
      .header('content-length', original.bytes)
      .header('content-disposition', attachment(original.fileName))
      .header('cache-control', 'private, no-store')
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await original.open())
  })
}
