import * as v from 'valibot'
import { id, line, multipartNumber } from './fields.ts'
import { RECORDING_UPLOAD } from './limits.ts'
import { FIELD } from './messages.ts'
import { RECORDING } from './recording-messages.ts'

const whole = v.pipe(v.number(FIELD.wholeNumber), v.safeInteger(FIELD.wholeNumber), v.minValue(0, FIELD.wholeNumber))
const bytes = v.pipe(
  whole,
  v.minValue(1, RECORDING.empty),
  v.maxValue(RECORDING_UPLOAD.maximumBytes, RECORDING.tooLarge),
)

/** A recording that is sent in parts. The same file of the same account goes on where it stopped. */
export const recordingFile = v.object({
  item: multipartNumber(id),
  file_name: line,
  bytes: multipartNumber(bytes),
  /** When the file was changed last, in milliseconds since 1970. */
  modified: multipartNumber(whole),
})
export type RecordingFile = v.InferOutput<typeof recordingFile>

/** The fields beside a part, which is the file `image`. All parts but the last have RECORDING_UPLOAD.part bytes. */
export const recordingPart = v.object({
  ...recordingFile.entries,
  /** Its first byte. */
  at: multipartNumber(whole),
  /** Of the part. Browsers can only count it on https. */
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, RECORDING.damagedPart))),
})
/** Bytes that are here: the next part begins there. */
export const recordingReceived = v.object({ received: v.number() })
