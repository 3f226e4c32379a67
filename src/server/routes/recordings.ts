import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { recordingPart, type RecordingFile } from '#contract/recording.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { DomainError, invalid } from '../errors/domain-error.ts'
import { storedResponse } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { cleanName, receiveForm } from '../http/receive-form.ts'
import { writeRecording } from '../scans/page-tasks.ts'
import { checkScan } from '../scans/submit-picture.ts'
import { requireFreeSpace, type FormFields } from '../scans/upload-slots.ts'
import { UNFINISHED, UNFINISHED_RECORDINGS } from '../storage/keys.ts'
import { removeNonOriginal } from '../storage/removal.ts'
import { keep, refuseAsInvalid, refuseTooLarge, type UploadContext } from './receive-upload.ts'

/** Bytes of an unfinished recording: only whole parts count, since what a crash has cut is not known to be right. */
async function receivedOf(path: string, bytes: number): Promise<number> {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  return size === bytes ? size : size - (size % RECORDING_UPLOAD.part)
}

/** Writes a part. Nothing is cut off: whoever sends the same file twice at once writes the same bytes. */
async function writePart(path: string, start: number, from: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await (await open(path, 'a', 0o600)).close()
  await pipeline(createReadStream(from), createWriteStream(path, { flags: 'r+', start, flush: true }))
}

function parsePart(fields: FormFields) {
  const parsed = v.safeParse(recordingPart, fields)
  if (!parsed.success) throw invalid(parsed.issues)
  return parsed.output
}

/**
 * Recordings, sent in parts. The unfinished file is found by its account, item, name, size and time, so there is no number that somebody else could use, and
 * nothing to store: after a cut, a restart or a reload its length says where to go on.
 */
export function mountRecordings(mount: Mount, uploads: UploadContext, mediaDir: string): void {
  const { reader, places, pictures, incoming: folder } = uploads
  const pathOf = ({ id }: Caller, { item, file_name, bytes, modified }: RecordingFile) => {
    const name = hash('sha256', JSON.stringify([id, item, file_name, bytes, modified])).slice(0, 32)
    return join(mediaDir, UNFINISHED_RECORDINGS, `${name}${UNFINISHED}`)
  }
  const checkItem = (caller: Caller, { item }: RecordingFile) => checkScan(reader, caller, { item: String(item) })
  /** Checks who sends it and that there is room for the rest. */
  async function lookUp(caller: Caller, file: RecordingFile) {
    await checkItem(caller, file)
    const path = pathOf(caller, file)
    const received = await receivedOf(path, file.bytes)
    // Finished, it is moved; nothing is made from it.
    await requireFreeSpace(uploads.free, file.bytes - received, 1)
    return { path, received }
  }

  mount('recordingParts', async ({ query, caller }) => ({ received: (await lookUp(caller, query)).received }), {
    live: true,
  })
  mount('sendRecordingPart', ({ request, caller }) => {
    const maximumBytes = RECORDING_UPLOAD.part
    refuseTooLarge(request, maximumBytes)
    const beforeFile = async (fields: FormFields) => void (await lookUp(caller, parsePart(fields)))
    return places.withSlot(caller.id!, () =>
      receiveForm(request, { folder, maximumBytes, beforeFile }, async ({ fields, file }) => {
        const part = parsePart(fields)
        const { path, received } = await lookUp(caller, part)
        if (part.at !== received) return { received }
        const isWhole = file.bytes === Math.min(maximumBytes, part.bytes - received)
        if (!isWhole || (part.sha256 ?? file.sha256) !== file.sha256)
          throw new DomainError('invalid', { image: [RECORDING.damagedPart] })
        await writePart(path, received, file.path)
        return { received: received + file.bytes }
      }),
    )
  })
  mount('createRecording', ({ body, request, caller }) =>
    places.withSlot(caller.id!, async () => {
      const keyed = { request, caller, call: 'createRecording', hash: JSON.stringify(body) } as const
      const first = await storedResponse<{ id: number }>({ db: reader, ...keyed })
      if (first !== undefined) return first
      await checkItem(caller, body)
      const path = pathOf(caller, body)
      if ((await receivedOf(path, body.bytes)) !== body.bytes) throw new DomainError('conflict', RECORDING.incomplete)
      const picture = await refuseAsInvalid(() => pictures.inspectRecording(path)).catch(async (error: unknown) => {
        // It will never be a recording.
        if (error instanceof DomainError) await removeNonOriginal(path)
        throw error
      })
      const answer = await keep(
        uploads,
        {
          ...keyed,
          check: (fields, db) => checkScan(db, caller, fields),
          write: (trx, written, { item }) => writeRecording(trx, caller, written, item),
        },
        {
          fields_: { item: String(body.item) },
          kept: [{ picture, path, name: cleanName(body.file_name) }],
          hash: keyed.hash,
        },
      )
      await removeNonOriginal(path)
      return answer
    }),
  )
}
