import { useEffect, useRef } from 'react'
import { fieldName, fieldText } from '#rules/names/field-names.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { changedIn, type Edit } from '#stores/review/edit.ts'
import { useStore } from '../widgets/use-store.ts'
import { useDesk } from './desk-context.ts'
import { FieldControl } from './FieldControl.tsx'
import { namesIn } from './load-view.ts'
import { refusalText, TEXT } from './messages.ts'
import { ScanList } from './ScanList.tsx'

/** The fields of the open record, beside it. */
export default function EditForm({ onClose }: { onClose: () => void }) {
  const { desk } = useDesk()
  const edit = useStore(desk.edits.$edit)
  const form = useRef<HTMLFormElement>(null)
  const isThere = edit !== null
  useEffect(() => {
    if (isThere) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true })
  }, [isThere])
  if (!edit) return null

  async function save() {
    const saved = await desk.edits.save()
    if (!saved) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <section className="desk-edit" aria-labelledby="desk-edit">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={(event) => {
          if (event.defaultPrevented) return
          if (event.key === 'Escape') onClose()
          else if ((event.key === 'Enter' || event.key === 's') && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void save()
          }
        }}
      >
        <header>
          <h2 id="desk-edit">Edit</h2>
          <SaveButtons edit={edit} onClose={onClose} />
        </header>
        {edit.refusal && (
          <p className="form-error" role="alert">
            {refusalText(edit.refusal)}
          </p>
        )}
        <Conflicts edit={edit} />
        <div className="desk-fields">
          {RECORD_FORMS[edit.name.kind].map((each) => (
            <FieldControl key={each.field} edit={edit} field={each} />
          ))}
        </div>
      </form>
      {edit.name.kind === 'items' && <ScanList item={edit.base} />}
    </section>
  )
}

function SaveButtons({ edit, onClose }: { edit: Edit; onClose: () => void }) {
  const { desk } = useDesk()
  const isChanged = Object.keys(changedIn(edit)).length > 0
  return (
    <div className="desk-buttons">
      <p className="meta" role="status">
        {edit.state === 'saving' ? 'Saving…' : edit.state === 'saved' ? 'Saved' : isChanged ? 'Not saved yet' : ''}
      </p>
      {isChanged && (
        <button type="button" className="link-button" onClick={desk.edits.reset}>
          Undo Changes
        </button>
      )}
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
      <button type="submit" className="button strong" aria-disabled={edit.state === 'saving' || !isChanged}>
        Save
      </button>
    </div>
  )
}

/** Fields that somebody else changed as well: their value beside the one that was typed here. */
function Conflicts({ edit }: { edit: Edit }) {
  const { desk } = useDesk()
  if (edit.conflicts.length === 0) return null
  const nameOf = namesIn(edit.base)
  return (
    <div className="desk-changed" role="alert">
      <p>{TEXT.conflict}</p>
      <ul>
        {edit.conflicts.map(({ field, theirs }) => (
          <li key={field}>
            <strong>{fieldName(field, edit.name.kind)}</strong>
            <p>
              Theirs: <q>{fieldText(field, theirs, nameOf)}</q>
            </p>
            <p>
              Yours: <q>{fieldText(field, edit.values[field], nameOf)}</q>
            </p>
            <p className="desk-buttons">
              <button type="button" className="small-button" onClick={() => desk.edits.decide(field, 'theirs')}>
                Take Theirs
              </button>
              <button type="button" className="small-button" onClick={() => desk.edits.decide(field, 'mine')}>
                Keep Mine
              </button>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
