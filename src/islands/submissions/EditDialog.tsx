import { useEffect, useId, useRef, useState, type ComponentType } from 'react'
import { FormError } from '../widgets/FormError.tsx'
import { Loading } from '#components/record/Loading.tsx'
import type { UserClient } from '#client/user-client.ts'
import type { QueueEntry } from '#contract/record.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { createSuggestions } from '#stores/add-item/suggestions.ts'
import { schedule } from '#stores/shared/debounce.ts'
import { createRecordEdit, type RecordEdit } from '#stores/submissions/record-edit.ts'
import '#styles/add-item.css'
import '#styles/new-record.css'
import { pageAuth } from '../account/page-auth.ts'
import type { FieldsProps } from '../add-item/parts.ts'
import { CollectionFields } from '../add-item/popups/CollectionPopup.tsx'
import { OrganizationFields } from '../add-item/popups/OrganizationPopup.tsx'
import { PersonFields } from '../add-item/popups/PersonPopup.tsx'
import { SubjectFields } from '../add-item/popups/SubjectPopup.tsx'
import { SuggestionContext } from '../add-item/suggestion-source.ts'
import { ModalDialog } from '../widgets/ModalDialog.tsx'
import { useStore } from '../widgets/use-store.ts'
import { TEXT } from './messages.ts'

const FIELDS: { [K in NewRecordKind]: ComponentType<FieldsProps<K>> } = {
  person: PersonFields,
  subject: SubjectFields,
  organization: OrganizationFields,
  collection: CollectionFields,
}
/** Edits that were begun on this page and not saved: a dialog that is closed by mistake loses nothing. */
const begun = new Map<string, RecordEdit>()

function useRecordEdit(entry: QueueEntry, client: UserClient) {
  const { auth } = pageAuth(client.base)
  const name = `${auth.$auth.get().user?.id} ${entry.kind} ${entry.key}`
  const [record] = useState(
    (): RecordEdit => begun.get(name) ?? createRecordEdit({ client, withSession: auth.withSession }, entry),
  )
  useEffect(() => {
    if (!begun.has(name)) void record.load()
    begun.set(name, record)
  }, [name, record])
  return { record, forget: () => begun.delete(name) }
}

export interface EditProps {
  entry: QueueEntry
  client: UserClient
  onClose: (isSaved: boolean) => void
}

/** The author changes a person, subject, organization or collection, with the fields of the wizard's popups. Fetched when it is first used. */
export default function EditDialog({ entry, client, onClose }: EditProps) {
  const id = useId()
  const fields = useRef<HTMLFormElement>(null)
  const { record, forget } = useRecordEdit(entry, client)
  const [suggestions] = useState(() => createSuggestions({ client, schedule }))
  const form = useStore(record.$form)
  const errors = useStore(record.$errors)
  const state = useStore(record.$state)
  /** Tries to save: after each the first error gets the focus. */
  const [checks, setChecks] = useState(0)
  useEffect(() => suggestions.stop, [suggestions])
  useEffect(() => {
    if (checks > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checks])

  async function save() {
    if (await record.save()) {
      forget()
      onClose(true)
    } else setChecks(checks + 1)
  }
  const isSending = state.state === 'sending'
  const Fields = FIELDS[record.kind] as ComponentType<FieldsProps<NewRecordKind>>
  return (
    <ModalDialog className="new-record" labelledBy={id} onClose={() => onClose(false)} staysOpen>
      <header>
        <h2 id={id}>{TEXT.edit(entry.label)}</h2>
      </header>
      <form
        ref={fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (form && !isSending) void save()
        }}
      >
        {entry.note !== '' && (
          <blockquote className="submission-note">
            <p className="submission-asks">{TEXT.asks}</p>
            <p className="prose">{entry.note}</p>
          </blockquote>
        )}
        {state.state === 'loading' && <Loading />}
        {form && (
          <SuggestionContext value={suggestions}>
            <fieldset>
              <Fields form={form} errors={errors} change={record.change} />
            </fieldset>
          </SuggestionContext>
        )}
        <div className="new-record-buttons">
          <FormError text={state.state === 'failed' && state.text} />
          {form ? (
            <button type="submit" className="button strong" aria-disabled={isSending || undefined}>
              {isSending ? 'Saving…' : entry.state === 'returned' ? TEXT.saveReturned : TEXT.save}
            </button>
          ) : (
            state.state === 'failed' && (
              <button type="button" className="button strong" onClick={() => void record.load()}>
                Try Again
              </button>
            )
          )}
          <button type="button" className="button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  )
}
