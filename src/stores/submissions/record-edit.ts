import { atom } from 'nanostores'
import type { UserClient } from '#client/user-client.ts'
import { ApiError, loadErrorOf } from '#client/errors.ts'
import { LOAD_FAILED } from '#contract/messages.ts'
import type { QueueEntry } from '#contract/record.ts'
import {
  changedFieldsOf,
  checkNewRecord,
  formOfRecord,
  type NewRecordErrors,
  type NewRecordForms,
  type NewRecordKind,
} from '#rules/wizard/new-records.ts'
import { NEW_RECORD } from '../add-item/new-record-messages.ts'
import { FORM_KINDS, type FormKind } from './form-kinds.ts'
import { readLinkedTags } from './linked-tags.ts'

export type RecordEditState =
  | { state: 'loading' | 'editing' | 'sending' }
  /** `text`: what happened and what to do. `isLoaded`: what was typed is still there. */
  | { state: 'failed'; text: string; isLoaded: boolean }

interface Deps {
  client: UserClient
  withSession<T>(work: () => Promise<T>): Promise<T>
}

/** The author's edit of a person, subject, organization or collection that waits for review or was returned; a returned one goes back into the queue. */
export function createRecordEdit<K extends NewRecordKind>({ client, withSession }: Deps, entry: QueueEntry) {
  const kind = FORM_KINDS[entry.kind as FormKind] as K
  const path = { kind: entry.kind, key: entry.key }
  const $form = atom<NewRecordForms[K] | undefined>()
  const $errors = atom<NewRecordErrors<K>>({})
  const $state = atom<RecordEditState>({ state: 'loading' })
  /** As the archive has it. */
  let base: { form: NewRecordForms[K]; version: string } | undefined

  async function read() {
    const { fields, version } = await withSession(() => client.call('record', { path }))
    const tagOf = await readLinkedTags(client, entry.kind as FormKind, fields)
    return { form: formOfRecord(kind, fields, tagOf), version }
  }
  const fail = (text: string) => $state.set({ state: 'failed', text, isLoaded: base !== undefined })

  /** Somebody else changed it: theirs where this user changed nothing. */
  async function merge(before: NewRecordForms[K], mine: NewRecordForms[K]) {
    const theirs = await read()
    const own = Object.keys(changedFieldsOf(before, mine)) as (keyof NewRecordForms[K])[]
    $form.set({ ...theirs.form, ...Object.fromEntries(own.map((field) => [field, mine[field]])) })
    base = theirs
    fail(NEW_RECORD.changedMeanwhile)
  }
  async function send(form: NewRecordForms[K], body: Record<string, unknown>) {
    if (Object.keys(body).length > 0) {
      const headers = { 'If-Match': `"${base!.version}"` }
      const { version } = await withSession(() => client.call('editRecord', { path, body, headers }))
      base = { form, version }
    }
    if (entry.state === 'returned') await withSession(() => client.call('resubmit', { path }))
  }
  async function onFailure(problem: unknown, form: NewRecordForms[K]) {
    if (problem instanceof ApiError && problem.status === 412)
      return merge(base!.form, form).catch((reason: unknown) => fail(NEW_RECORD.notChanged(kind, reason)))
    const refused = problem instanceof ApiError ? Object.entries(problem.fields) : []
    const errors = refused.filter(([field]) => field in form).map(([field, reasons]) => [field, reasons.join(' ')])
    $errors.set(Object.fromEntries(errors) as NewRecordErrors<K>)
    fail(errors.length > 0 ? NEW_RECORD.wrongFields : NEW_RECORD.notChanged(kind, problem))
  }

  return {
    kind,
    $form,
    $errors,
    $state,
    async load() {
      $state.set({ state: 'loading' })
      try {
        base = await read()
        $form.set(base.form)
        $state.set({ state: 'editing' })
      } catch (problem) {
        fail(LOAD_FAILED[loadErrorOf(problem)]('submission'))
      }
    },
    change(fields: Partial<NewRecordForms[K]>) {
      $form.set({ ...$form.get()!, ...fields })
      const errors = { ...$errors.get() }
      for (const field of Object.keys(fields) as (keyof NewRecordForms[K])[]) delete errors[field]
      $errors.set(errors)
    },
    /** True once the archive has everything. */
    async save(): Promise<boolean> {
      const form = $form.get()
      if (!form || !base || $state.get().state === 'sending') return false
      const body = changedFieldsOf(base.form, form)
      // An old record may lack what a new one needs: only what was changed is judged.
      const wrong = Object.entries(checkNewRecord(kind, form).errors ?? {}).filter(([field]) => field in body)
      $errors.set(Object.fromEntries(wrong) as NewRecordErrors<K>)
      if (wrong.length > 0) return false
      $state.set({ state: 'sending' })
      try {
        await send(form, body)
        return true
      } catch (problem) {
        await onFailure(problem, form)
        return false
      }
    },
  }
}
export type RecordEdit<K extends NewRecordKind = NewRecordKind> = ReturnType<typeof createRecordEdit<K>>
