import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { RecordingCallName } from '#contract/endpoints.ts'
import { refusalOf } from '../review/send-step.ts'
import type { SessionDeps } from './deps.ts'
import { action } from './resource.ts'
import { type PartsDeps, sendInParts } from './send-parts.ts'

export interface RecordingDeps extends Pick<SessionDeps, 'withSession'>, PartsDeps {
  /** A part may take a while. */
  recordingClient: Client<RecordingCallName>
}

/** `isWaiting`: for the connection, or because the archive asked to. */
export type SendingRecording = { name: string; sent: number; bytes: number; isWaiting: boolean }

/** Sends a recording in parts. After a cut it goes on by itself; after a reload, when the same file is chosen again. */
export function createRecordingUpload({ recordingClient: client, withSession, ...deps }: RecordingDeps) {
  const $sending = atom<SendingRecording | null>(null)
  const uploads = action(refusalOf)
  let stopped = new AbortController()

  async function sendAll(item: number, file: File, { signal }: AbortController): Promise<number> {
    const { name, size: bytes } = file
    const sending = {
      ...{ file, signal, fields: { item, file_name: name } },
      send: (part: object) => withSession(() => client.call('sendRecording', part)),
      isDone: ({ id }: { id?: number | undefined }) => id !== undefined,
      onProgress: (sent: number, isWaiting: boolean) => $sending.set({ name, bytes, sent, isWaiting }),
    }
    return (await sendInParts(sending, deps)).id!
  }

  return {
    $sending,
    $refusal: uploads.$refusal,
    /** The id of the item's new file; undefined if it was refused or stopped. */
    async send(item: number, file: File): Promise<number | undefined> {
      if ($sending.get()) return undefined
      const own = (stopped = new AbortController())
      let sent: number | undefined
      await uploads.run(async () => (sent = await sendAll(item, file, own)))
      $sending.set(null)
      if (own.signal.aborted) uploads.clear()
      return sent
    },
    /** What was sent stays for some days. */
    stop: () => stopped.abort(),
  }
}
