import { useEffect, useId, useState } from 'react'
import type { UserClient } from '#client/user-client.ts'
import type { QueueEntry } from '#contract/record.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createSuggestions } from '#stores/add-item/suggestions.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { createEdits, type Edits } from '#stores/review/edit.ts'
import { nameText } from '#stores/review/record-names.ts'
import { createRecordEdit } from '#stores/submissions/record-edit.ts'
import '#styles/add-item.css'
import '#styles/desk-form.css'
import '#styles/new-record.css'
import { pageAuth } from '../account/page-auth.ts'
import { SuggestionContext } from '../add-item/form-contexts.ts'
import { keptOnDevice } from '../review/kept-on-device.ts'
import { RecordForm } from '../review/RecordForm.tsx'
import { staffClient } from '../review/staff-client.ts'
import { Button } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import { Waiting } from '../widgets/RequestProblem.tsx'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { AskedNote } from './AnswerDialog.tsx'
import { TEXT } from './messages.ts'

export interface EditProps {
  entry: QueueEntry
  client: UserClient
  onClose: (isSaved: boolean) => void
}

/** What was typed on this page: a browser that stores nothing loses none of it with a dialog that is closed by mistake. */
const begun = new Map<string, Edits>()

function createEditOf(entry: QueueEntry, { base }: UserClient) {
  const page = pageAuth(base)
  const { auth } = page
  const user = auth.$auth.get().user!.id
  const name = `${user} ${nameText(entry)}`
  const deps = { client: staffClient(page), withSession: auth.withSession }
  const edits = begun.get(name) ?? createEdits({ ...deps, newId: () => newId(crypto), kept: keptOnDevice(page, user) })
  begun.set(name, edits)
  const { save, ...record } = createRecordEdit({ ...deps, edits }, entry)
  return {
    ...record,
    edits,
    async save(): Promise<boolean> {
      const isSaved = await save()
      if (isSaved) begun.delete(name)
      return isSaved
    },
  }
}

/** The author changes a person, subject, organization or collection. What was typed stays on this device until it is saved. Fetched when it is first used. */
export default function EditDialog({ entry, client, onClose }: EditProps) {
  const id = useId()
  const [record] = useState(() => createEditOf(entry, client))
  const [suggestions] = useState(() => createSuggestions({ client, schedule }))
  const edit = useStore(record.edits.$edit)
  const opening = useStore(record.$opening)
  const notQueued = useStore(record.$notQueued)
  useEffect(() => void record.load(), [record])
  useEffect(() => suggestions.stop, [suggestions])
  const isReturned = entry.state === 'returned'
  return (
    <ModalDialog className="dialog new-record" labelledBy={id} onClose={() => onClose(false)} staysOpen>
      <header>
        <h2 id={id}>{TEXT.edit(entry.label)}</h2>
      </header>
      {edit ? (
        <SuggestionContext value={suggestions}>
          <RecordForm
            canAdd={false}
            edits={record.edits}
            edit={edit}
            intro={<AskedNote entry={entry} />}
            word={isReturned ? TEXT.saveReturned : TEXT.save}
            savesUnchanged={isReturned}
            onSave={async () => (await record.save()) && onClose(true)}
            onClose={() => onClose(false)}
          >
            <FormError
              text={notQueued && (notQueued.why === 'refused' ? notQueued.text : TEXT.notQueued(entry.label))}
            />
          </RecordForm>
        </SuggestionContext>
      ) : (
        <div className="likely-records">
          <Waiting resource={opening} onRetry={record.load}>
            <Button onClick={() => onClose(false)}>Cancel</Button>
          </Waiting>
        </div>
      )}
    </ModalDialog>
  )
}
