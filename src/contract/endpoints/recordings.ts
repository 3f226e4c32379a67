import * as v from 'valibot'
import { id, line, multipartNumber } from '../fields.ts'
import { RECORDING_UPLOAD } from '../limits.ts'
import { FIELD } from '../messages.ts'
import { RECORDING } from '../recording-messages.ts'
import { upload, type Endpoint } from './declare.ts'

const whole = v.pipe(v.number(FIELD.wholeNumber), v.safeInteger(FIELD.wholeNumber), v.minValue(0, FIELD.wholeNumber))
/** A part of a recording, beside the file `image`. All parts but the last have RECORDING_UPLOAD.part bytes. */
const recordingPart = v.object({
  item: multipartNumber(id),
  /** Of the recording, as are its size and when it was changed last (milliseconds since 1970): the same file of the same account goes on where it stopped. */
  file_name: line,
  bytes: multipartNumber(
    v.pipe(whole, v.minValue(1, RECORDING.empty), v.maxValue(RECORDING_UPLOAD.maximumBytes, RECORDING.tooLarge)),
  ),
  modified: multipartNumber(whole),
  /** The first byte of the part. */
  at: multipartNumber(whole),
  /** Of the part. Browsers can only count it on https. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, RECORDING.damagedPart))),
})
export type RecordingPart = v.InferOutput<typeof recordingPart>
/** Bytes that are here, where the next part begins; with the last part, the file of the item. */
const recordingReceived = v.object({ received: v.number(), id: v.optional(id) })

export const recordingCalls = {
  sendRecording: upload('/api/recordings/', recordingReceived, { addition: true, body: recordingPart }),
} satisfies Record<string, Endpoint>
