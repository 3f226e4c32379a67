import { fileFormat, type FileLink } from '#contract/file.ts'
import { RECORDING_UPLOAD } from '#contract/limits.ts'
import type { DeskRecord } from '#contract/record.ts'
import { FormError } from '../widgets/FormError.tsx'
import { FormField } from '../widgets/FormField.tsx'
import { megabytes } from '../widgets/megabytes.ts'
import { RecordingProgress } from '../widgets/RecordingProgress.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { refusalText } from './messages.ts'
import { ScanText } from './ScanText.tsx'

/** Items that are heard or watched. */
const TYPES: readonly unknown[] = ['event', 'video', 'oral_history']
const isRecording = ({ format }: FileLink) => fileFormat(format)?.[0] !== 'document'
/** `01:02:03`. The clock of pages would be a file of its own for them. */
const lengthOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)

/** The sounds and videos of an item, as files of its view: order, name, transcript, removal. Each change is saved at once. */
export function Recordings({ item }: { item: DeskRecord }) {
  const { desk } = useDesk()
  const open = useStore(desk.$open)
  const isBusy = useStore(desk.files.$isRunning)
  const refusal = useStore(desk.files.$refusal)
  if (open.state !== 'ready' || open.loaded.view.of !== 'item') return null
  const files = open.loaded.view.item.item_files.filter(isRecording)
  if (files.length === 0 && !TYPES.includes(item.fields['type'])) return null
  const parts = files.map(({ id, label, file_name, order }, at) => ({
    ...{ kind: 'files' as const, key: id, label: label || file_name || `Recording ${at + 1}`, fields: { order } },
  }))
  return (
    <section className="desk-scans desk-recordings" aria-labelledby="desk-recordings" aria-busy={isBusy}>
      <h3 id="desk-recordings">Recordings</h3>
      <FormError text={refusal && refusalText(refusal)} />
      <ol className="rows">
        {files.map(({ file_name, format, duration, bytes }, at) => {
          const part = parts[at]!
          const facts = [
            file_name !== part.label && file_name,
            format,
            duration && lengthOf(duration),
            megabytes(bytes),
          ]
          const button = (text: string, isOff: boolean, work: () => unknown) => (
            <button
              type="button"
              className="small-button"
              aria-disabled={isBusy || isOff}
              aria-label={`${text} ${part.label}`}
              onClick={() => isBusy || isOff || void work()}
            >
              {text}
            </button>
          )
          return (
            <li key={part.key}>
              <p>
                <b>{part.label}</b> <span className="meta">{facts.filter(Boolean).join(', ')}</span>
              </p>
              <p className="buttons">
                {button('Up', at === 0, () => desk.files.move(item, part.key, at - 1, parts))}
                {button('Down', at === files.length - 1, () => desk.files.move(item, part.key, at + 2, parts))}
                {button('Remove', false, () => desk.files.remove(item, part))}
              </p>
              <ScanText item={item} scan={part} name={part.label} />
            </li>
          )
        })}
      </ol>
      <AddRecording item={item} />
    </section>
  )
}

function AddRecording({ item }: { item: DeskRecord }) {
  const { upload, add } = useDesk().desk.files
  const sending = useStore(upload.$sending)
  const refusal = useStore(upload.$refusal)
  if (!sending)
    return (
      <FormField
        label="Add a recording"
        hint={`Sound or video, up to 2 GB. If it stops, choose the same file again within ${RECORDING_UPLOAD.days} days: it goes on from there.`}
        error={refusal ? refusalText(refusal) : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="audio/*,video/*"
            onChange={({ currentTarget: { files } }) => files?.[0] && void add(item, files[0])}
          />
        )}
      </FormField>
    )
  return <RecordingProgress {...sending} onStop={upload.stop} />
}
