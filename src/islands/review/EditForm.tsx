import { useEffect, useRef } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { changedIn, type Edit } from '#stores/review/edit-model.ts'
import { useStore } from '../widgets/use-store.ts'
import { Conflicts } from './Conflicts.tsx'
import { useDesk } from './desk-context.ts'
import { FieldControl } from './FieldControl.tsx'
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
        <FormError text={edit.refusal && refusalText(edit.refusal)} />
        {edit.gone && <Gone edit={edit} onClose={onClose} />}
        <Conflicts edit={edit} edits={desk.edits} />
        <div className="desk-fields">
          {RECORD_FORMS[edit.name.kind].map((each) => (
            <FieldControl key={each.field} edit={edit} edits={desk.edits} field={each} />
          ))}
        </div>
      </form>
      {edit.name.kind === 'items' && <ScanList item={edit.base} />}
    </section>
  )
}

/** The record was merged or removed while it was edited. */
function Gone({ edit: { name, gone }, onClose }: { edit: Edit; onClose: () => void }) {
  const { desk } = useDesk()
  return (
    <div className="desk-changed" role="alert">
      <p>{gone?.into ? TEXT.becameOther(gone.into.label) : TEXT.wasRemoved}</p>
      <p className="desk-buttons">
        {gone?.into ? (
          <button type="button" className="button strong" onClick={() => void desk.followMerge()}>
            Go On There
          </button>
        ) : (
          <a className="button" href={STAFF_ADDRESS.undo}>
            See What Was Removed
          </a>
        )}
        <button
          type="button"
          className="button"
          onClick={() => {
            desk.edits.forget(name)
            desk.close('replace')
            onClose()
          }}
        >
          Throw Away What I Typed
        </button>
      </p>
    </div>
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
