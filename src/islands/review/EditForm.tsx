import { useDesk } from './desk-context.ts'
import { RecordForm } from './RecordForm.tsx'
import { Recordings } from './Recordings.tsx'
import { ScanList } from './ScanList.tsx'
import { useStore } from '../widgets/use-store.ts'

/** The fields of the open record, beside it. */
export default function EditForm({ onClose }: { onClose: () => void }) {
  const { desk } = useDesk()
  const edit = useStore(desk.edits.$edit)
  if (!edit) return null
  const isNew = edit.newKey !== null
  return (
    <section className="desk-edit" aria-labelledby="desk-edit" data-pane>
      <RecordForm
        canAdd
        takesFocus
        edits={desk.edits}
        edit={edit}
        heading={<h2 id="desk-edit">{isNew ? 'New Item' : 'Edit'}</h2>}
        onSave={desk.saveEdit}
        onFollow={() => void desk.followMerge()}
        onClose={() => {
          // What was typed of a record that is gone was thrown away.
          if (desk.edits.$edit.get() === null) desk.close('replace')
          onClose()
        }}
      />
      {edit.name.kind === 'items' && !isNew && (
        <>
          <Recordings item={edit.base} />
          <ScanList item={edit.base} />
        </>
      )}
    </section>
  )
}
