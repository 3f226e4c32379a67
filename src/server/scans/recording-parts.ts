import { hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { recordingCalls, type RecordingPart } from '#contract/endpoints/recordings.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { recordingFormat, RECORDING_HEAD } from '#rules/media/recording-format.ts'
import type { Db } from '../database/tables.ts'
import { DomainError, validated } from '../errors/domain-error.ts'
import { RECORDINGS, UNFINISHED } from '../storage/keys.ts'
import { readPart } from './picture-memory.ts'
import { checkScan } from './submit-picture.ts'
import { requireFreeSpace, type FormFields } from './upload-slots.ts'

/** A part that was checked, and the unfinished file that it belongs to. */
type Part = RecordingPart & { path: string; received: number }

/**
 * Recordings that are sent in parts. The unfinished file is named by account, item, name, size and time: nobody else can name it and nothing else is stored, so
 * after a cut, a restart or a reload its length says where to go on.
 */
export function createRecordingParts({ incoming, free }: { incoming: string; free: () => Promise<number> }) {
  const folder = join(incoming, RECORDINGS)
  return {
    /** @throws {DomainError} as for a scan, for what is too large, and on a full disk. */
    async check(db: Db, caller: Caller, form: FormFields): Promise<Part> {
      const fields = validated(recordingCalls.sendRecording.body, form)
      const { item, file_name, bytes, modified } = fields
      await checkScan(db, caller, { item: String(item) })
      const name = hash('sha256', JSON.stringify([caller.id, item, file_name, bytes, modified])).slice(0, 32)
      const path = join(folder, `${name}${UNFINISHED}`)
      const size = (await stat(path).catch(() => undefined))?.size ?? 0
      // What a crash has cut is not known to be right.
      const received = size === bytes ? size : size - (size % RECORDING_UPLOAD.part)
      // Finished, it is moved, and nothing is made of it.
      await requireFreeSpace(free, String((bytes - received) / 3))
      return { ...fields, path, received }
    },
    /** Adds a part where it belongs, and answers with the bytes that are here. Nothing is cut off: whoever sends a file twice at once writes the same bytes. */
    async add({ path, received, bytes, at, sha256 }: Part, file: { path: string; bytes: number; sha256: string }) {
      if (received === bytes || at !== received) return received
      const isWhole = file.bytes === Math.min(RECORDING_UPLOAD.part, bytes - at)
      if (!isWhole || (sha256 ?? file.sha256) !== file.sha256)
        throw new DomainError('invalid', { image: [RECORDING.damagedPart] })
      if (at === 0 && !recordingFormat(await readPart(file.path, 0, RECORDING_HEAD)))
        throw new DomainError('invalid', { image: [RECORDING.kind] })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await (await open(path, 'a', 0o600)).close()
      await pipeline(createReadStream(file.path), createWriteStream(path, { flags: 'r+', start: at, flush: true }))
      return at + file.bytes
    },
  }
}
