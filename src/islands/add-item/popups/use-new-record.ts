import { useState } from 'react'
import { useStore } from '../../widgets/use-store.ts'
import { createUserClient } from '#client/user-client.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createNewRecord } from '#stores/add-item/new-records.ts'
import { pageAuth } from '../../account/page-auth.ts'
import type { PopupProps } from '../parts.ts'
import { useNewRecordSource, type NewRecordSource } from './new-record-source.ts'

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
export function useNewRecord(kind: NewRecordKind, { typed, onAdded, onClose }: PopupProps) {
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
