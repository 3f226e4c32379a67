import type { DeskRecord } from '#contract/record.ts'
import { TEXT_FILES } from '#contract/text.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { isSame } from '#stores/review/record-names.ts'
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
  scan: DeskRecord['scans'][number]
  name: string
}
const fields = () => formOf('scans').filter(({ field }) => field.startsWith('text'))

/** What is written on a scan, beside the page. One is open at a time. */
export function ScanText({ item, scan, name }: Props) {
  const { desk } = useDesk()
  const { edits, open } = desk.scans.texts
  const edit = useStore(edits.$edit)
  const isOpen = isSame(edit?.name ?? null, scan)
  return (
    <details
      name="scan-text"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return isOpen ? edits.close() : undefined
        if (!isOpen) void open(item, scan)
      }}
    >
      <summary>{scan.has_text ? 'Text, written down' : 'Text'}</summary>
      {isOpen ? <Editor scan={scan} name={name} /> : <Opening item={item} scan={scan} name={name} />}
    </details>
  )
}

function Opening({ item, scan }: Props) {
  const { desk } = useDesk()
  const opening = useStore(desk.scans.texts.$opening)
  if (opening.state !== 'failed') return <Loading />
  return <RequestProblem problem={opening.problem} onRetry={() => desk.scans.texts.open(item, scan)} />
}

function Editor({ scan, name }: Omit<Props, 'item'>) {
  const { desk } = useDesk()
  const { edits } = desk.scans.texts
  const edit = useStore(edits.$edit)!
  const src = usePicture({ call: 'scanImage', id: Number(scan.key), version: scan.version, width: IMAGE_WIDTHS[2] })
  async function save() {
    // What somebody types here is typed, unless they say something else.
    if (edit.inputs['text_source'] === '' && edit.inputs['text'] !== '') edits.change('text_source', 'typed')
    await edits.save()
  }
  return (
    <div className="desk-text">
      <div className="desk-text-page" role="region" tabIndex={0} aria-label={`The page: ${name}`}>
        {src && <img src={src} alt="" />}
      </div>
      <RecordForm
        canAdd={false}
        label={`Text of ${name}`}
        {...{ edits, edit }}
        fields={fields()}
        intro={<TextFile name={name} />}
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
