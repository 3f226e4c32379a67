import { useState } from 'react'
import type { DeskRecord } from '#contract/record.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { TEXT_SOURCES } from '#contract/text.ts'
import { fieldName } from '#rules/names/field-names.ts'
import { isAlike } from '#stores/shared/is-alike.ts'
import { SelectField } from '../widgets/SelectField.tsx'
import { TextArea, TextField } from '../widgets/TextField.tsx'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { usePicture } from './use-pictures.ts'

type Scan = DeskRecord['scans'][number]
const FIELDS = ['text', 'text_language', 'text_source', 'text_by'] as const
type Words = Record<(typeof FIELDS)[number], string>
const SOURCES = Object.entries(TEXT_SOURCES)
const wordsOf = ({ fields }: Scan) =>
  Object.fromEntries(FIELDS.map((field) => [field, String(fields[field] ?? '')])) as Words

/** What is written on a scan, beside the page. Once it was open, what is typed stays while it is folded. */
export function ScanText({ item, scan, name }: { item: DeskRecord; scan: Scan; name: string }) {
  const [wasOpen, setWasOpen] = useState(false)
  const hasText = scan.fields['text'] ? ', written down' : ''
  return (
    <details onToggle={({ currentTarget }) => setWasOpen(wasOpen || currentTarget.open)}>
      <summary>{`Text${hasText}`}</summary>
      {wasOpen && <Editor item={item} scan={scan} name={name} />}
    </details>
  )
}

function Editor({ item, scan, name }: { item: DeskRecord; scan: Scan; name: string }) {
  const { desk } = useDesk()
  const isBusy = useStore(desk.scans.$isRunning)
  const stored = wordsOf(scan)
  const [edited, setEdited] = useState<Partial<Words>>({})
  /** As it was when the first of these was typed. */
  const [seen, setSeen] = useState<Words>()
  const words = { ...stored, ...edited }
  const set = (change: Partial<Words>) => {
    setSeen(seen ?? stored)
    setEdited({ ...edited, ...change })
  }
  const src = usePicture({ call: 'scanImage', id: Number(scan.key), version: scan.version, width: IMAGE_WIDTHS[2] })
  const isSaved = isAlike(words, stored)
  const isNewer = seen !== undefined && !isSaved && !isAlike(seen, stored)
  async function save() {
    const source = words.text_source || (words.text ? 'typed' : '')
    // What is shown beside it now is seen.
    const known = isNewer ? stored : (seen ?? stored)
    if (!(await desk.scans.change(item, scan, { ...edited, text_source: source }, known))) return
    setEdited({})
    setSeen(undefined)
  }
  return (
    <div className="desk-text">
      <div className="desk-text-page" role="region" tabIndex={0} aria-label={`The page: ${name}`}>
        {src && <img src={src} alt="" />}
      </div>
      <div className="desk-text-fields">
        {isNewer && (
          <div role="status">
            <p>Somebody has changed it meanwhile. Yours is below; this is theirs:</p>
            <p className="prose">{stored.text}</p>
          </div>
        )}
        <TextArea
          label={fieldName('scans', 'text')}
          hint="Line by line, as it is written. The page scrolls beside it."
          rows={18}
          value={words.text}
          lang={words.text_language || undefined}
          onChange={(text) => set({ text })}
        />
        <SelectField
          label={fieldName('scans', 'text_source')}
          value={words.text_source}
          choices={SOURCES}
          onChange={(source) => set({ text_source: source })}
        />
        <TextField
          label={fieldName('scans', 'text_by')}
          value={words.text_by}
          onChange={(by) => set({ text_by: by })}
        />
        <TextField
          label={fieldName('scans', 'text_language')}
          hint="A short tag, such as en or fr. Empty: the language of the archive."
          value={words.text_language}
          onChange={(language) => set({ text_language: language })}
        />
        <button
          type="button"
          className="small-button"
          aria-disabled={isSaved || isBusy}
          onClick={() => isSaved || void save()}
        >
          Save the Text
        </button>
      </div>
    </div>
  )
}
