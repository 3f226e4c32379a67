import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord, RecordFields, RecordKind } from '#contract/record.ts'
import { formOf } from '#rules/forms/record-form.ts'
import { BLANK, changesIn, fresh, hasChanges, mergeTheirs, onto, type Edit } from './edit-model.ts'
import type { KeptEdits } from './kept-edits.ts'
import { isSame, nameText, toName, type RecordName } from './record-names.ts'
import { formProblems, hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** The record was changed; `record` is what the archive has now. */
  onSaved?(record: DeskRecord): Promise<void>
  /** The same for a record that visitors see. */
  onPublicChange?(record: DeskRecord): void
  newId(): string
  kept: KeptEdits
}

/** How often a change is sent again when others change other fields at the same time. */
const ATTEMPTS = 3
const NO_CHANGES = { steps: [], scans: false, brings: [] }
/** Edits of records. What was typed stays until it is saved, also while another record is open. */
export function createEdits({ client, withSession, onSaved, onPublicChange, newId, kept }: Deps) {
  const $edit = atom<Edit | null>(null)
  const unsaved = new Map<string, Edit>()

  function set(edit: Edit | null) {
    if (edit && hasChanges(edit)) {
      unsaved.set(nameText(edit.name), edit)
      kept.keep(edit)
    } else if (edit) drop(edit.name)
    $edit.set(edit)
  }
  function drop(name: RecordName) {
    unsaved.delete(nameText(name))
    kept.drop(name)
  }

  async function send(edit: Edit): Promise<DeskRecord> {
    const { values } = changesIn(edit)
    if (edit.newKey !== null) {
      const [path, body] = [{ kind: edit.name.kind }, { ...edit.base.fields, ...values }]
      const headers = { 'Idempotency-Key': edit.newKey }
      return withSession(() => client.call('createRecord', { path, body, headers }))
    }
    const path = { ...edit.name }
    return withSession(() => client.call('editRecord', { path, body: values, headers: ifMatch(edit.base) }))
  }
  /** The record as it is now, or null when it could not be saved: `$edit` says why. */
  async function save(): Promise<DeskRecord | null> {
    let edit = $edit.get()
    if (!edit || edit.state === 'saving') return null
    const { errors } = changesIn(edit)
    if (Object.keys(errors).length > 0) {
      set({ ...edit, errors })
      return null
    }
    edit = { ...edit, errors: {}, refusal: null, state: 'saving' }
    for (let attempt = 1; ; attempt++) {
      set(edit)
      if (edit.newKey === null && !hasChanges(edit)) {
        set({ ...edit, state: 'saved' })
        return edit.base
      }
      try {
        const record = await send(edit)
        drop(edit.name)
        // The form may show another record by now.
        if ($edit.get() && nameText($edit.get()!.name) === nameText(edit.name))
          set({ ...fresh(record), state: 'saved' })
        if (record.state === 'published') onPublicChange?.(record)
        await onSaved?.(record)
        return record
      } catch (problem) {
        if (hasStatus(problem, 412) && attempt < ATTEMPTS) {
          const now = await withSession(() => client.call('record', { path: { ...edit!.name } })).catch(() => undefined)
          if (now && !isSame(now, edit.name)) {
            set({
              ...edit,
              state: 'open',
              refusal: refusalOf(problem),
              gone: { into: { name: toName(now), label: now.label } },
            })
            return null
          }
          if (now) {
            edit = mergeTheirs(edit, now)
            if (edit.conflicts.length === 0) continue
            set({ ...edit, state: 'open' })
            await onSaved?.(now)
            return null
          }
        }
        const gone = hasStatus(problem, 404) && edit.newKey === null ? { into: null } : null
        const { name } = edit
        const isInForm = (field: string) => formOf(name.kind).some((each) => each.field === field)
        set({ ...edit, state: 'open', ...formProblems(problem, isInForm), gone })
        return null
      }
    }
  }
  function change(field: string, input: unknown) {
    const edit = $edit.get()
    if (!edit) return
    const { [field]: _error, ...errors } = edit.errors
    // Other inputs are another record.
    const newKey = edit.newKey && newId()
    set({ ...edit, newKey, state: 'open', inputs: { ...edit.inputs, [field]: input }, errors })
  }

  return {
    $edit,
    /** Opens the form; what was typed before is in it again. */
    open(record: DeskRecord) {
      const kept = unsaved.get(nameText(record))
      set(kept ? (kept.base.version === record.version ? kept : mergeTheirs(kept, record)) : fresh(record))
    },
    /** Opens the form of a record that does not exist yet. `key` names the form, so that what was typed before is in it again. */
    openNew(kind: RecordKind, key: string, fields: RecordFields, names: DeskRecord['names']) {
      const blank = { ...BLANK, kind, key, fields, names }
      set(unsaved.get(nameText(blank)) ?? fresh(blank, newId()))
    },
    /** Changes stay, and are there when the form is opened again. */
    close: () => $edit.set(null),
    /** The open record was read again. */
    follow(record: DeskRecord) {
      const edit = $edit.get()
      if (!edit || edit.state === 'saving' || nameText(edit.name) !== nameText(record)) return
      if (edit.base.version !== record.version) set({ ...mergeTheirs(edit, record), state: edit.state })
    },
    change,
    /** Decides a conflict: their value, or the one that was typed here. */
    decide(field: string, whose: 'theirs' | 'mine') {
      const edit = $edit.get()
      const conflict = edit?.conflicts.find((each) => each.field === field)
      if (!edit || !conflict) return
      if (whose === 'theirs') change(field, conflict.theirs)
      const now = $edit.get()!
      set({ ...now, conflicts: now.conflicts.filter((each) => each !== conflict) })
    },
    /** Opens the form of the record that the edited one became part of, with what was typed. */
    moveTo(record: DeskRecord, from: RecordName) {
      const edit = unsaved.get(nameText(from))
      if (!edit) return
      drop(from)
      set(onto(record, edit))
    },
    /** The record is gone: what was typed has no place any more. */
    forget(name: RecordName) {
      drop(name)
      if (isSame($edit.get()?.name ?? null, name)) $edit.set(null)
    },
    /** Throws what was typed away. */
    reset() {
      const edit = $edit.get()
      if (edit) set(fresh(edit.base, edit.newKey))
    },
    save,
    /** Gives a field of a record an earlier value, at once. Returns why that failed. */
    async restore(record: DeskRecord, field: string, value: unknown): Promise<Refusal | null> {
      const path = { kind: record.kind, key: record.key }
      try {
        await withSession(() => client.call('editRecord', { path, body: { [field]: value }, headers: ifMatch(record) }))
        if (record.state === 'published') onPublicChange?.(record)
      } catch (problem) {
        return hasStatus(problem, 412) ? { why: 'changed', changes: NO_CHANGES } : refusalOf(problem)
      } finally {
        await onSaved?.(record)
      }
      return null
    },
    /** What was typed before the page was closed. */
    async restoreKept(): Promise<void> {
      for (const edit of await kept.read())
        if (!unsaved.has(nameText(edit.name))) unsaved.set(nameText(edit.name), edit)
    },
    isUnsaved: (name: RecordName) => unsaved.has(nameText(name)),
    hasUnsaved: () => unsaved.size > 0,
  }
}
export type Edits = ReturnType<typeof createEdits>
