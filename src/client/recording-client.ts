import type { RecordingCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { recordingCalls } from '#contract/endpoints/recordings.ts'
import { createSessionClientOf, type SessionClient, type SessionOptions } from './session-client.ts'

/** Milliseconds: the archive reads a whole recording with its last part. */
const TIMEOUT = 10 * 60_000

/** A client of whoever sends recordings. */
export const createRecordingClient = (options: SessionOptions): SessionClient<RecordingCallName> =>
  createSessionClientOf<RecordingCallName>({ ...baseCalls, ...recordingCalls }, { ...options, timeout: TIMEOUT })
