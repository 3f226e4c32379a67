import { hash } from 'node:crypto'
import { join } from 'node:path'
import { recordingCalls, type RecordingPart } from '#contract/endpoints/recordings.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { recordingFormat, RECORDING_HEAD } from '#rules/media/recording-format.ts'
import type { Db } from '../database/tables.ts'
import { DomainError, validated } from '../errors/domain-error.ts'
import { RECORDINGS, UNFINISHED } from '../storage/keys.ts'
import { addPart, receivedBytes, type ReceivedPart } from './file-parts.ts'
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
      const received = await receivedBytes(path, bytes)
      // Finished, it is moved, and nothing is made of it.
      await requireFreeSpace(free, String((bytes - received) / 3))
      return { ...fields, path, received }
    },
    add: (part: Part, file: ReceivedPart) =>
      addPart(part, file, async () => {
        if (!recordingFormat(await readPart(file.path, 0, RECORDING_HEAD)))
          throw new DomainError('invalid', { image: [RECORDING.kind] })
      }),
  }
}
