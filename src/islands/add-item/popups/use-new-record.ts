import { useState } from 'react'
import { useStore } from '../../widgets/use-store.ts'
import { createSessionClient } from '#client/session-client.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { newId } from '#stores/add-item/browser-deps.ts'
import { createNewRecord } from '#stores/add-item/new-records.ts'
import { pageAuth } from '../../account/page-auth.ts'
import type { PopupProps } from '../parts.ts'
import { useWizard, type Wizard } from '../wizard-context.ts'

/** Milliseconds for a portrait over a slow connection. */
const PICTURE_TIMEOUT = 10 * 60_000

function newRecordDeps({ client, auth }: Wizard) {
  const { session } = pageAuth(client.base)
  return {
    client,
    pictureClient: createSessionClient({ base: client.base, tokens: session, timeout: PICTURE_TIMEOUT }),
    user: auth.$auth.get().user!,
    withSession: auth.withSession,
    newId: () => newId(crypto),
  }
}

/** The popup's record; what was typed in it before is in the draft. */
export function useNewRecord<K extends NewRecordKind>(kind: K, { typed, onAdded, onClose }: PopupProps) {
  const wizard = useWizard()
  const [record] = useState(() =>
    createNewRecord(newRecordDeps(wizard), {
      kind,
      typed,
      kept: wizard.stores.$draft.get()?.newRecords[kind],
      keep: (form) => wizard.stores.keepNewRecord(kind, form),
      readPicture: wizard.stores.readKeptPicture,
      onAdded(tag) {
        onAdded(tag)
        onClose()
      },
    }),
  )
  const form = useStore(record.$form)
  const errors = useStore(record.$errors)
  const state = useStore(record.$state)
  return { kind, record, form, errors, state }
}
