import { RECORDING_UPLOAD } from '#contract/limits.ts'
import { RECORDING } from '#contract/recording-messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { recordingFormat, RECORDING_HEAD } from '#rules/media/recording-format.ts'
import { createRecordingUpload } from '../shared/recording-upload.ts'
import type { DraftField, Submission } from './add-item-stores.ts'
import type { AddItemDeps } from './deps.ts'
import type { DraftState } from './draft-state.ts'

type Deps = Pick<AddItemDeps, 'recordingClient' | 'withSession' | 'schedule' | 'newId'> & {
  state: DraftState
  setError(field: DraftField, error: string | undefined): void
}

/** With the sentences that the server would answer. */
async function refusedFile(file: File): Promise<string | undefined> {
  if (file.size === 0) return RECORDING.empty
  if (file.size > RECORDING_UPLOAD.maximumBytes) return RECORDING.tooLarge
  const head = await file
    .slice(0, RECORDING_HEAD)
    .arrayBuffer()
    .catch(() => undefined)
  if (!head) return WIZARD.unreadableFiles([file.name])
  return recordingFormat(new Uint8Array(head)) ? undefined : RECORDING.kind
}

/** The file of a video in the open draft. It is stored when it is chosen, as images are, and sent after the item. */
export function createDraftRecording({ state, setError, ...deps }: Deps) {
  const upload = createRecordingUpload(deps)

  return {
    /** Null removes it, with the next submit from the archive, too. */
    async choose(file: File | null): Promise<void> {
      const refused = file && (await refusedFile(file))
      setError('files', refused ? `${file.name}: ${refused}` : undefined)
      if (refused) return
      const before = state.$draft.get()?.recording
      if (before) state.removeFile(before.id)
      const id = deps.newId()
      if (file) state.addFiles(new Map([[id, file]]))
      state.change((draft) => ({
        ...draft,
        recording: file && { id, name: file.name, size: file.size, sent: null },
        removedFiles: before?.sent ? [...draft.removedFiles, before.sent] : draft.removedFiles,
      }))
      await state.flush()
    },
    /** Sends what the item does not have yet. False if it was refused or stopped: then `show` was told why, or that nothing is under way. */
    async send(draft: string, item: number, show: (submission: Submission) => void): Promise<boolean> {
      const { fields, recording } = state.$draft.get()!
      if (fields.type !== 'video' || !recording || recording.sent !== null) return true
      const failed = (more: string) => show({ state: 'failed', text: WIZARD.recordingNotSent(recording.name), more })
      const file = await state.readFile(recording.id)
      if (!file) return (failed(WIZARD.unreadableFiles([recording.name])), false)
      const end = upload.$sending.listen((sending) => sending && show({ state: 'sending-recording', ...sending }))
      const sent = await upload.send(item, file)
      end()
      const refusal = upload.$refusal.get()
      if (sent === undefined && !refusal) show({ state: 'idle' })
      if (refusal?.why === 'refused') failed(`${refusal.text} ${WIZARD.replaceFile}`)
      else if (refusal) failed(refusal.why === 'session' ? WIZARD.logInAgain : WIZARD.tryAgain)
      if (sent === undefined) return false
      const note = (kept: typeof recording | null) => (kept?.id === recording.id ? { ...kept, sent } : kept)
      await state.record(draft, (open) => ({ ...open, recording: note(open.recording) }))
      return true
    },
    stop: upload.stop,
  }
}
export type DraftRecording = ReturnType<typeof createDraftRecording>
