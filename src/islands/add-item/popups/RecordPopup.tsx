import { newRecordFields, type NewRecordKind, PERSON_PARTS } from '#rules/wizard/new-records.ts'
import type { PopupProps } from '../parts.ts'
import { RecordFields } from '../RecordFields.tsx'
import { NewRecordDialog } from './NewRecordDialog.tsx'
import { PictureField } from './PictureField.tsx'
import { useState } from 'react'
import { useStore } from '../../widgets/use-store.ts'
import { createUserClient } from '#client/user-client.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createNewRecord } from '#stores/add-item/new-records.ts'
import { pageAuth } from '../../account/page-auth.ts'
import { type NewRecordSource, useNewRecordSource } from './new-record-source.ts'

/** Adds a person, creator or contributor, a subject, an organization or a collection (spec §2, §5, §7). */
export default function RecordPopup(props: PopupProps) {
  const { kind, title, onClose } = props
  const { record, inputs, errors } = useNewRecord(kind, props)
  const common = { inputs, errors, change: (field: string, input: unknown) => record.change({ [field]: input }) }
  const isPerson = kind === 'person'
  return (
    <NewRecordDialog
      {...{ kind, record, title, onClose }}
      lead={isPerson ? 'The first name and the surname are enough. Add what else you know.' : undefined}
      parts={
        isPerson && (
          <>
            <RecordFields form={PERSON_PARTS} {...common} />
            <PictureField
              picture={inputs['picture'] as File | null}
              onChange={(picture) => record.change({ picture })}
            />
          </>
        )
      }
    >
      <RecordFields form={newRecordFields(kind)} {...common} />
    </NewRecordDialog>
  )
}

/** Milliseconds for a portrait over a slow connection. */
const PICTURE_TIMEOUT = 10 * 60_000

function newRecordDeps({ client, auth }: NewRecordSource) {
  const { session } = pageAuth(client.base)
  return {
    client,
    pictureClient: createUserClient({ base: client.base, tokens: session, timeout: PICTURE_TIMEOUT }),
    user: auth.$auth.get().user!,
    withSession: auth.withSession,
    newId: () => newId(crypto),
  }
}

/** The popup's record; what was typed in it before is kept. */
function useNewRecord(kind: NewRecordKind, { typed, onAdded, onClose }: PopupProps) {
  const source = useNewRecordSource()
  const [record] = useState(() =>
    createNewRecord(newRecordDeps(source), {
      kind,
      typed,
      kept: source.kept(kind),
      keep: (form) => source.keep(kind, form),
      readPicture: source.readPicture,
      onAdded(tag) {
        onAdded(tag)
        onClose()
      },
    }),
  )
  return { record, inputs: useStore(record.$inputs), errors: useStore(record.$errors) }
}
