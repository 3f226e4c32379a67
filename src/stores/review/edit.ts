import { atom } from 'nanostores'
import type { DeskRecord, RecordFields, RecordKind } from '#contract/record.ts'
import { formOf } from '#rules/forms/record-form.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { BLANK, changesIn, fresh, hasChanges, mergeTheirs, onto, type Edit } from './edit-model.ts'
import type { KeptEdits } from './kept-edits.ts'
import { isSame, nameText, toName, type RecordName } from './record-names.ts'
import { formProblems, hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'

export interface EditDeps extends SessionDeps {
  newId(): string
  /** Unsaved edits on this device. */
  kept: KeptEdits
}
interface Deps extends EditDeps {
  /** The record was changed; `record` is what the archive has now. */
  onSaved?(record: DeskRecord): Promise<void>
  /** The same for a record that visitors see. */
  onPublicChange?(record: DeskRecord): void
}

/** How often a change is sent again when others change other fields at the same time. */
const ATTEMPTS = 3
const NO_CHANGES = { steps: [], scans: false, brings: [] }
/** Edits of records. What was typed stays until it is saved, also while another record is open. */
export function createEdits({ client, withSession, onSaved, onPublicChange, newId, kept }: Deps) {
  const $edit = atom<Edit | null>(null)
  const unsaved = new Map<string, Edit>()

  /** Keeps what was typed, whichever record the form shows. */
  function keep(edit: Edit) {
    if (!hasChanges(edit)) return drop(edit.name)
    unsaved.set(nameText(edit.name), edit)
    kept.keep(edit)
  }
  function set(edit: Edit) {
    keep(edit)
    $edit.set(edit)
  }
  const isShown = (name: RecordName) => isSame($edit.get()?.name ?? null, name)
  /** The same while a save goes on: the form may show another record by now. */
  function update(edit: Edit) {
    keep(edit)
    if (isShown(edit.name)) $edit.set(edit)
  }
  /** What was typed while an edit was on its way, on what came of it. */
  function withTyped(edit: Edit, { name, inputs: sent }: Edit): Edit {
    const now = isShown(name) ? $edit.get() : unsaved.get(nameText(name))
    const typed = Object.entries(now?.inputs ?? {}).filter(([field, input]) => input !== sent[field])
    if (typed.length === 0) return edit
    const newKey = edit.newKey && newId()
    return { ...edit, newKey, state: 'open', inputs: { ...edit.inputs, ...Object.fromEntries(typed) } }
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
    if (!edit || edit.state === 'saving' || edit.conflicts.length > 0) return null
    const { errors } = changesIn(edit)
    if (Object.keys(errors).length > 0) {
      set({ ...edit, errors })
      return null
    }
    edit = { ...edit, errors: {}, refusal: null, state: 'saving' }
    for (let attempt = 1; ; attempt++) {
      update(edit)
      if (edit.newKey === null && !hasChanges(edit)) {
        update({ ...edit, state: 'saved' })
        return edit.base
      }
      try {
        const record = await send(edit)
        const saved = withTyped({ ...fresh(record), state: 'saved' }, edit)
        const wasShown = isShown(edit.name)
        drop(edit.name)
        keep(saved)
        if (wasShown) $edit.set(saved)
        if (record.state === 'published') onPublicChange?.(record)
        await onSaved?.(record)
        return record
      } catch (problem) {
        const { name } = edit
        const stop = (more: Partial<Edit>) => update(withTyped({ ...edit!, state: 'open', ...more }, edit!))
        if (hasStatus(problem, 412) && attempt < ATTEMPTS) {
          const now = await withSession(() => client.call('record', { path: { ...name } })).catch(() => undefined)
          if (now && !isSame(now, name)) {
            stop({ refusal: refusalOf(problem), gone: { into: { name: toName(now), label: now.label } } })
            return null
          }
          if (now) {
            const merged = mergeTheirs(edit, now)
            if (merged.conflicts.length > 0) {
              stop({ ...merged, state: 'open' })
              await onSaved?.(now)
              return null
            }
            edit = { ...withTyped(merged, edit), state: 'saving' }
            continue
          }
        }
        const gone = hasStatus(problem, 404) && edit.newKey === null ? { into: null } : null
        const isInForm = (field: string) => formOf(name.kind).some((each) => each.field === field)
        stop({ ...formProblems(problem, isInForm), gone })
        return null
      }
    }
  }
  function change(field: string, input: unknown) {
    const edit = $edit.get()
    if (!edit) return
    const { [field]: _error, ...errors } = edit.errors
    const inputs = { ...edit.inputs, [field]: input }
    if (edit.state === 'saving') return set({ ...edit, inputs, errors })
    // Other inputs are another record.
    set({ ...edit, newKey: edit.newKey && newId(), state: 'open', inputs, errors })
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
  }
}
export type Edits = ReturnType<typeof createEdits>
