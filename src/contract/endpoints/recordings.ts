import * as v from 'valibot'
import { recordingFile, recordingPart, recordingReceived } from '../recording.ts'
import { added, submit, upload, type Endpoint } from './declare.ts'

/** A recording is sent in parts, and becomes a file of its item when all are here (our additions). */
export const recordingCalls = {
  recordingParts: added('/api/recordings/parts/', recordingReceived, { who: 'volunteer', query: recordingFile }),
  sendRecordingPart: upload('/api/recordings/parts/', recordingReceived, {
    ...{ status: 200, idempotent: undefined, addition: true, body: recordingPart },
  }),
  createRecording: submit('/api/recordings/', v.object({ id: v.number() }), { addition: true, body: recordingFile }),
} satisfies Record<string, Endpoint>
