import type { DeskRecord } from '#contract/record.ts'
import { TEXT_FILES } from '#contract/text.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { formOf } from '#rules/forms/record-form.ts'
import type { Edits } from '#stores/review/edit.ts'
import { isSame, type RecordName } from '#stores/review/record-names.ts'
import { Loading } from '#components/record/Loading.tsx'
import { FormField } from '../widgets/FormField.tsx'
import { RequestProblem } from '../widgets/RequestProblem.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { History } from './History.tsx'
import { refusalText } from './messages.ts'
import { RecordForm } from './RecordForm.tsx'
import { usePicture } from './use-pictures.ts'

interface Props {
  item: DeskRecord
  /** A recording has no picture. */
  scan: Pick<DeskRecord['scans'][number], 'key' | 'has_text'> & { kind: string; version?: string }
  name: string
}
const useTexts = ({ kind }: Props['scan']) => useDesk().desk[kind === 'files' ? kind : 'scans'].texts

/** What is written on a scan, beside the page, or said in a recording. One is open at a time. */
export function ScanText({ item, scan, name }: Props) {
  const { edits, open } = useTexts(scan)
  const edit = useStore(edits.$edit)
  const isOpen = isSame(edit?.name ?? null, scan as RecordName)
  return (
    <details
      name="scan-text"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return isOpen ? edits.close() : undefined
        if (!isOpen) void open(item, scan.key)
      }}
    >
      <summary>
        {scan.kind === 'files' ? 'Name, transcript, chapters' : scan.has_text ? 'Text, written down' : 'Text'}
      </summary>
      {isOpen ? <Editor scan={scan} name={name} /> : <Opening item={item} scan={scan} name={name} />}
    </details>
  )
}

function Opening({ item, scan }: Props) {
  const { $opening, open } = useTexts(scan)
  const opening = useStore($opening)
  if (opening.state !== 'failed') return <Loading />
  return <RequestProblem problem={opening.problem} onRetry={() => open(item, scan.key)} />
}

function Editor({ scan, name }: Omit<Props, 'item'>) {
  const { edits } = useTexts(scan)
  const edit = useStore(edits.$edit)!
  const { key, version } = scan
  const src = usePicture(version ? { call: 'scanImage', id: Number(key), version, width: IMAGE_WIDTHS[2] } : null)
  const fields = formOf(edit.name.kind).filter(({ field }) => (version ? field.startsWith('text') : field !== 'order'))
  async function save() {
    // What somebody types here is typed, unless they say something else.
    if (['', 'unread'].includes(String(edit.inputs['text_source'])) && edit.inputs['text'] !== '')
      edits.change('text_source', 'typed')
    await edits.save()
  }
  return (
    <div className="desk-text">
      {version && (
        <div className="desk-text-page" role="region" tabIndex={0} aria-label={`The page: ${name}`}>
          {src && <img src={src} alt="" />}
        </div>
      )}
      <RecordForm
        canAdd={false}
        label={`Text of ${name}`}
        {...{ edits, edit }}
        fields={fields}
        intro={version && <TextFile name={name} />}
        above={version ? {} : { text: <FromFile edits={edits} /> }}
        onSave={save}
      >
        <History record={edit.base} edits={edits} level={4} />
      </RecordForm>
    </div>
  )
}

/** Takes the text from a file, chosen or dropped. */
function TextFile({ name }: { name: string }) {
  const { read, $refusal } = useDesk().desk.scans.texts
  const refusal = useStore($refusal)
  const hint = 'Plain text, ALTO, PAGE or hOCR. It replaces the text, which stays in the history.'
  return (
    <FormField label={`Text of ${name} from a file`} hint={hint} error={refusal ? refusalText(refusal) : undefined}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={TEXT_FILES.join()}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            if (file) void read(file).then(() => (currentTarget.value = ''))
          }}
        />
      )}
    </FormField>
  )
}

/** A transcript from a file, in place of what stands there. It is saved with the form. */
const FromFile = ({ edits }: { edits: Edits }) => (
  <FormField label="Transcript from a file" hint="WebVTT (.vtt) or plain text. It replaces what stands below.">
    {(control) => (
      <input
        {...control}
        type="file"
        accept=".vtt,.txt,text/vtt,text/plain"
        onChange={async ({ currentTarget: { files } }) => {
          if (!files?.[0]) return
          edits.change('text', await files[0].text())
          edits.change('text_source', 'file')
        }}
      />
    )}
  </FormField>
)
