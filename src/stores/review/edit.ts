import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { ApiError } from '#client/errors.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { draftDateOf, dateOf, unreadable } from '#rules/wizard/dates.ts'
import type { DraftDate } from '#rules/wizard/draft-fields.ts'
import { RECORD_FORMS } from '#rules/forms/record-form.ts'
import { nameText, toName, type RecordName } from './record-names.ts'
import { hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'

/** A field that somebody else changed as well. */
export interface FieldConflict {
  field: string
  theirs: unknown
}
/** A record while it is edited. */
export interface Edit {
  name: RecordName
  /** The version that the changes are based on. */
  base: DeskRecord
  /** All fields, as the API has them. */
  values: RecordFields
  /** Dates as they are typed. */
  dates: Readonly<Record<string, DraftDate>>
  errors: Readonly<Record<string, string>>
  conflicts: readonly FieldConflict[]
  state: 'open' | 'saving' | 'saved'
  /** Why it could not be saved. */
  refusal: Refusal | null
}

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** The record was changed; `record` is what the archive has now. */
  onSaved(record: DeskRecord): Promise<void>
  /** The same for a record that visitors see. */
  onPublicChange(record: DeskRecord): void
}

/** How often a change is sent again when others change other fields at the same time. */
const ATTEMPTS = 3
const NO_CHANGES = { steps: [], scans: false, brings: [] }
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isDate = ({ name }: Pick<Edit, 'name'>, field: string) =>
  RECORD_FORMS[name.kind].some((each) => each.field === field && each.control.is === 'date')

const datesOf = (record: DeskRecord): Record<string, DraftDate> =>
  Object.fromEntries(
    RECORD_FORMS[toName(record).kind]
      .filter(({ control }) => control.is === 'date')
      .map(({ field }) => [field, draftDateOf((record.fields[field] ?? null) as number | null)]),
  )
/** The fields that differ from the version that the edit is based on. */
export const changedIn = ({ values, base }: Pick<Edit, 'values' | 'base'>): RecordFields =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => !same(value, base.fields[field])))

const fresh = (record: DeskRecord): Edit => ({
  ...{ name: toName(record), base: record, values: record.fields, dates: datesOf(record) },
  ...{ errors: {}, conflicts: [], state: 'open', refusal: null },
})

/** Takes over what others changed where nothing was changed here; what both changed is a conflict, in which this edit stands until it is decided. */
export function mergeTheirs(edit: Edit, now: DeskRecord): Edit {
  const mine = changedIn(edit)
  const merged = { ...now.fields, ...mine }
  const conflicts = Object.keys(mine)
    .filter((field) => !same(now.fields[field], edit.base.fields[field]) && !same(now.fields[field], mine[field]))
    .map((field) => ({ field, theirs: now.fields[field] }))
  const typed = Object.entries(edit.dates).filter(([field]) => field in mine)
  return { ...edit, base: now, values: merged, dates: { ...datesOf(now), ...Object.fromEntries(typed) }, conflicts }
}

/** Edits of records. What was typed stays until it is saved, also while another record is open. */
export function createEdits({ client, withSession, onSaved, onPublicChange }: Deps) {
  const $edit = atom<Edit | null>(null)
  const unsaved = new Map<string, Edit>()
  /** Names of records that were chosen in a form: the edited record does not have them before it is saved. */
  const chosen = new Map<string, string>()

  function set(edit: Edit | null) {
    if (edit && hasChanges(edit)) unsaved.set(nameText(edit.name), edit)
    else if (edit) unsaved.delete(nameText(edit.name))
    $edit.set(edit)
  }
  const hasChanges = (edit: Edit) =>
    Object.keys(changedIn(edit)).length > 0 || Object.values(edit.dates).some((date) => unreadable(date) !== undefined)

  /** What can be told without the archive: dates that can't be read, and what is required. */
  function errorsOf(edit: Edit): Record<string, string> {
    const errors: Record<string, string> = {}
    for (const [field, date] of Object.entries(edit.dates)) {
      if (unreadable(date)) errors[field] = WIZARD.unreadableDate[date.specificity]
    }
    return errors
  }
  async function send(edit: Edit): Promise<DeskRecord> {
    const path = { ...edit.name }
    return withSession(() => client.call('editRecord', { path, body: changedIn(edit), headers: ifMatch(edit.base) }))
  }
  /** The record as it is now, or null when it could not be saved: `$edit` says why. */
  async function save(): Promise<DeskRecord | null> {
    let edit = $edit.get()
    if (!edit || edit.state === 'saving') return null
    const errors = errorsOf(edit)
    if (Object.keys(errors).length > 0) {
      set({ ...edit, errors })
      return null
    }
    edit = { ...edit, errors: {}, refusal: null, state: 'saving' }
    for (let attempt = 1; ; attempt++) {
      set(edit)
      if (Object.keys(changedIn(edit)).length === 0) {
        set({ ...edit, state: 'saved' })
        return edit.base
      }
      try {
        const record = await send(edit)
        unsaved.delete(nameText(edit.name))
        // The form may show another record by now.
        if ($edit.get() && nameText($edit.get()!.name) === nameText(edit.name))
          set({ ...fresh(record), state: 'saved' })
        if (record.state === 'published') onPublicChange(record)
        await onSaved(record)
        return record
      } catch (problem) {
        if (hasStatus(problem, 412) && attempt < ATTEMPTS) {
          const now = await withSession(() => client.call('record', { path: { ...edit!.name } })).catch(() => undefined)
          if (now) {
            edit = mergeTheirs(edit, now)
            if (edit.conflicts.length === 0) continue
            set({ ...edit, state: 'open' })
            await onSaved(now)
            return null
          }
        }
        set({ ...edit, state: 'open', ...failureOf(edit, problem) })
        return null
      }
    }
  }
  /** Errors at their fields; others for the form. */
  function failureOf({ name }: Edit, problem: unknown): Pick<Edit, 'errors' | 'refusal'> {
    const fields = RECORD_FORMS[name.kind].map(({ field }) => field)
    const found = problem instanceof ApiError ? Object.entries(problem.fields) : []
    const errors = Object.fromEntries(
      found.filter(([field]) => fields.includes(field)).map(([field, texts]) => [field, texts.join(' ')]),
    )
    return { errors, refusal: Object.keys(errors).length > 0 ? null : refusalOf(problem) }
  }

  function change(field: string, value: unknown) {
    const edit = $edit.get()
    if (!edit) return
    const { [field]: _error, ...errors } = edit.errors
    const dates = isDate(edit, field) ? { ...edit.dates, [field]: draftDateOf(value as number | null) } : edit.dates
    set({ ...edit, state: 'open', values: { ...edit.values, [field]: value }, dates, errors })
  }

  return {
    $edit,
    /** Opens the form; what was typed before is in it again. */
    open(record: DeskRecord) {
      const kept = unsaved.get(nameText(record))
      set(kept ? (kept.base.version === record.version ? kept : mergeTheirs(kept, record)) : fresh(record))
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
    setDate(field: string, date: DraftDate) {
      const edit = $edit.get()
      if (!edit) return
      const { [field]: _error, ...errors } = edit.errors
      const values = { ...edit.values, [field]: dateOf(date) }
      set({ ...edit, state: 'open', values, dates: { ...edit.dates, [field]: date }, errors })
    },
    /** Decides a conflict: their value, or the one that was typed here. */
    decide(field: string, whose: 'theirs' | 'mine') {
      const edit = $edit.get()
      const conflict = edit?.conflicts.find((each) => each.field === field)
      if (!edit || !conflict) return
      if (whose === 'theirs') change(field, conflict.theirs)
      const now = $edit.get()!
      set({ ...now, conflicts: now.conflicts.filter((each) => each !== conflict) })
    },
    /** Throws what was typed away. */
    reset() {
      const edit = $edit.get()
      if (edit) set(fresh(edit.base))
    },
    save,
    /** Gives a field of a record an earlier value, at once. Returns why that failed. */
    async restore(record: DeskRecord, field: string, value: unknown): Promise<Refusal | null> {
      const path = { kind: record.kind, key: record.key }
      try {
        await withSession(() => client.call('editRecord', { path, body: { [field]: value }, headers: ifMatch(record) }))
        if (record.state === 'published') onPublicChange(record)
      } catch (problem) {
        return hasStatus(problem, 412) ? { why: 'changed', changes: NO_CHANGES } : refusalOf(problem)
      } finally {
        await onSaved(record)
      }
      return null
    },
    rememberName: (kind: string, id: number, name: string) => void chosen.set(`${kind} ${id}`, name),
    chosenName: (kind: string, id: number) => chosen.get(`${kind} ${id}`),
    isUnsaved: (name: RecordName) => unsaved.has(nameText(name)),
    hasUnsaved: () => unsaved.size > 0,
  }
}
export type Edits = ReturnType<typeof createEdits>
