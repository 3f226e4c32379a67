import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { RECORDING_UPLOAD, TEXT, UPLOAD } from '#contract/limits.ts'
import { TextRefused } from '#rules/texts/read-markup.ts'
import { readText } from '#rules/texts/read-text.ts'
import { printBoxes } from '#rules/texts/word-boxes.ts'
import { NO_STORE, withEtag } from '../http/headers.ts'
import { cleanName, receiveForm, type ReceivedFile } from '../http/receive-form.ts'
import { NO_CONTENT, noContent, type Mount } from '../http/mount.ts'
import { findBackups } from '../backup/find-backups.ts'
import type { Config } from '../config.ts'
import { inTransaction } from '../database/write.ts'
import { isConfigured } from '../hooks/deliver.ts'
import { queueHook } from '../hooks/queue-hook.ts'
import { readUpkeep } from '../jobs/upkeep.ts'
import { alone } from '../raster/desk/map-desk.ts'
import type { Db } from '../database/tables.ts'
import type { MediaStore } from '../storage/media-store.ts'
import { readSettings } from '../repositories/settings.ts'
import { originalFile } from '../scans/originals.ts'
import { checkPersonImage, writePersonImage, checkScan, followItem, writeScan } from '../scans/submit-picture.ts'
import { retryPages, writeDocument, writeFile } from '../scans/page-tasks.ts'
import { addressKey } from '../storage/address-key.ts'
import { replacePicture, requireReplaceable } from '../scans/replace-picture.ts'
import { createRecordingParts } from '../scans/recording-parts.ts'
import { DomainError } from '../errors/domain-error.ts'
import { loadDeskRecord } from '../records/desk-record.ts'
import { editRecord } from '../records/edit-record.ts'
import { finishTakedowns, readPicture, takeDown } from '../scans/takedown.ts'
import { createUploadSlots } from '../scans/upload-slots.ts'
import { drawWatermark } from '../scans/watermark.ts'
import { previewUpload, saveUpload, type UploadContext } from './receive-upload.ts'

/** Uploads of pictures, previews of pictures and watermarks, the original file of a scan, and takedowns. */
export function mountScans(mount: Mount, uploads: UploadContext, reader: Db, media: MediaStore, config: Config): void {
  const { db } = uploads
  mount('createScan', ({ caller, request }) =>
    saveUpload(uploads, {
      request,
      caller,
      call: 'createScan',
      checkable: ({ item }) => item !== undefined,
      check: (fields, db) => checkScan(db, caller, fields),
      write: (trx, picture, fields) => writeScan(trx, caller, picture, fields),
      writeDocument: (trx, files, fields) => writeDocument(trx, caller, files, fields),
    }),
  )
  mount('replaceScan', async ({ id: key, caller, request, reply }) => {
    const edit = { caller, kind: 'scans' as const, key, header: request.headers['if-match'] }
    const record = await saveUpload(uploads, {
      request,
      caller,
      call: 'replaceScan',
      checkable: () => true,
      check: (_, db) => requireReplaceable(db, edit),
      async write(trx, picture) {
        await replacePicture(trx, edit, picture)
        return loadDeskRecord(trx, caller, 'scans', key)
      },
    })
    return withEtag(reply, record)
  })
  mount('retryPages', async ({ id }) => (await inTransaction(db, (trx) => retryPages(trx, id))) && NO_CONTENT)
  const recordings = createRecordingParts(uploads)
  // One at a time: nobody writes to a file that is being stored.
  const oneByOne = { ...uploads, places: createUploadSlots({ ...UPLOAD, perAccount: 1 }) }
  mount('sendRecording', ({ caller, request }) =>
    saveUpload<Awaited<ReturnType<typeof recordings.check>>, { received: number; id?: number }>(oneByOne, {
      request,
      caller,
      call: 'sendRecording',
      maximumBytes: RECORDING_UPLOAD.part,
      checkable: ({ at }) => at !== undefined,
      check: (fields, db) => recordings.check(db, caller, fields),
      async gather(part, file) {
        const received = await recordings.add(part, file)
        if (received < part.bytes) return { answer: { received } }
        return { ...file, path: part.path, name: cleanName(part.file_name) }
      },
      async write(trx, picture, { item, bytes }) {
        const id = await writeFile(trx, caller, picture, item)
        await followItem(trx, item, 'a recording')
        return { received: bytes, id }
      },
    }),
  )
  mount('createPersonImage', ({ caller, request }) =>
    saveUpload(uploads, {
      request,
      caller,
      call: 'createPersonImage',
      checkable: ({ person }) => person !== undefined,
      check: (fields, db) => checkPersonImage(db, caller, fields),
      write: (trx, picture, fields) => writePersonImage(trx, caller, picture, fields),
    }),
  )
  mount('previewImage', ({ caller, request }) => previewUpload(uploads, request, caller))
  mount('drawWatermark', async ({ query: { text, color, width, height } }) => {
    const { watermarkSize: size, watermarkOpacity: opacity } = await readSettings(reader)
    const drawn = drawWatermark({ text, color, position: 'top left', size, opacity }, { width, height })
    return { svg: drawn?.svg.toString() ?? '', textWidth: drawn?.textWidth ?? 0 }
  })
  mount('takedown', async ({ params }) => {
    const picture = await readPicture(reader, params)
    if (!picture) return undefined
    const uses = picture.uses.flatMap(({ kind, key, owner }) => (kind === 'logo' ? [] : [{ kind, key, owner }]))
    const last_backup = (await readUpkeep(reader, 'backup'))?.made_at ?? null
    return { file_name: picture.file_name, uses, backups: await findBackups(config, picture.key), last_backup }
  })
  mount('takeDown', ({ params, body, caller, request }) =>
    noContent(
      alone(db, async () => {
        await inTransaction(db, async (trx) => {
          await takeDown(trx, { ...params, body, caller })
          // Caches have it in many sizes, formats and tiles.
          const everything = { urls: [`${config.siteUrl}/`], everything: true }
          if (isConfigured(config, 'purge')) await queueHook(trx, 'purge', everything, new Date())
        })
        // What fails here is done at the next sweep.
        await finishTakedowns(db, media).catch((error: unknown) => request.log.error(error))
      }),
    ),
  )
  mount('sendText', ({ id: key, caller, request, reply }) => {
    const options = { folder: uploads.incoming, maximumBytes: TEXT.file }
    return receiveForm(request, options, async ({ file }) => {
      const { text, text_language, words } = await readSentText(file)
      const record = await inTransaction(db, async (trx) => {
        const edit = { caller, kind: 'scans' as const, key, header: request.headers['if-match'] }
        await editRecord(trx, edit, { text, text_language, text_source: 'file', text_by: '' }, words)
        return loadDeskRecord(trx, caller, 'scans', key)
      })
      return withEtag(reply, record)
    })
  })
  mount('fileKey', ({ id }) => ({ key: addressKey(config.secretKey!, `file ${id}`) }))
  mount('scanOriginal', async ({ id, request, reply }): Promise<FastifyReply | undefined> => {
    const original = await originalFile(reader, media, id)
    if (!original) return undefined
    reply
      .header('content-type', original.contentType)
      .header('content-length', original.bytes)
      .header('content-disposition', contentDisposition(original.fileName))
      .header('cache-control', NO_STORE)
    return reply.send(request.method === 'HEAD' ? Readable.from([]) : await original.open())
  })
}

/** @throws {DomainError} with what is wrong with the file. */
async function readSentText({ path, name }: ReceivedFile) {
  try {
    const { text, words, language = '' } = readText(await readFile(path), name)
    return { text, text_language: language, words: printBoxes(words) }
  } catch (error) {
    throw error instanceof TextRefused ? new DomainError('invalid', { text: [error.message] }) : error
  }
}

/** Encodes all but RFC 5987 §3.2.1 attr-chars, beyond what encodeURIComponent leaves. */
const encode = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition header for a download (RFC 6266): in ASCII for old clients, and in UTF-8. */
function contentDisposition(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%/]/g, '_')
  return `attachment; filename="${plain || 'picture'}"; filename*=UTF-8''${encode(name.toWellFormed())}`
}
