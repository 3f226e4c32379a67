import * as v from 'valibot'
import { record, RECORD_KINDS, recordKey } from '#contract/record.ts'
import { fittingInputs } from '#rules/forms/inputs.ts'
import { type DraftOwner, draftsOf, type DraftStorage } from '../add-item/draft-storage.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { Schedule } from '../shared/deps.ts'
import { type Edit, fresh } from './edit-model.ts'
import { nameText, type RecordName } from './record-names.ts'

/** Unsaved edits on this device: they survive a closed tab. */
export interface KeptEdits {
  read(): Promise<readonly Edit[]>
  keep(edit: Edit): void
  drop(name: RecordName): void
  /** Writes what waits: the page may go. */
  flush(): void
}

/** Milliseconds after the last key. */
const WAIT = 150
const FORMAT = 'desk-edit-2'
const anyFields = v.record(v.string(), v.unknown())

/** What is read of a stored edit; whatever else it says is made anew. */
const stored = v.object({
  name: v.object({ kind: v.picklist(RECORD_KINDS), key: recordKey }),
  newKey: v.nullable(v.string()),
  base: record,
  inputs: anyFields,
  /** Fields that somebody else changed too, and their inputs. */
  theirs: v.optional(anyFields, {}),
})
/** Format 1 had values of the API, and dates as they were typed. */
const stored1 = v.object({ ...v.omit(stored, ['inputs']).entries, values: anyFields, dates: anyFields })

function readEdit(kept: unknown): Edit | undefined {
  const { what } = kept as { what?: unknown }
  if (what === FORMAT) {
    const read = v.safeParse(stored, kept)
    if (!read.success) return undefined
    const { name, newKey, base, inputs, theirs } = read.output
    const edit = fresh(base, newKey)
    const fitting = fittingInputs(edit.inputs, theirs)
    const conflicts = Object.keys(theirs).map((field) => ({ field, theirs: fitting[field] }))
    return { ...edit, name, inputs: fittingInputs(edit.inputs, inputs), conflicts }
  }
  const read = v.safeParse(stored1, kept)
  if (what !== 'desk-edit-1' || !read.success) return undefined
  const { name, newKey, base, values, dates } = read.output
  const { inputs } = fresh({ ...base, fields: values })
  return { ...fresh(base, newKey), name, inputs: fittingInputs(inputs, { ...inputs, ...dates }) }
}

interface Deps {
  /** That of the wizard's drafts: whoever logs out is asked about all of them (islands/account/leave-drafts.ts). */
  storage: Pick<DraftStorage, 'all' | 'update' | 'remove'>
  owner: DraftOwner
  schedule: Schedule
}

/** Edits of this account in the storage of drafts. A browser that stores nothing keeps them as long as the page is open. */
export function createKeptEdits({ storage, owner, schedule }: Deps): KeptEdits {
  const debounce = createDebounce(schedule)
  const waiting = new Map<string, Edit>()
  /** What is stored, or about to be. */
  const known = new Set<string>()
  const idOf = (name: RecordName) => `edit ${owner.api} ${owner.account} ${nameText(name)}`

  function flush() {
    debounce.cancel()
    for (const [id, { name, newKey, base, inputs, conflicts }] of waiting) {
      const theirs = Object.fromEntries(conflicts.map((each) => [each.field, each.theirs]))
      const kept = { id, ...owner, what: FORMAT, savedAt: Date.now(), name, newKey, base, inputs, theirs }
      storage.update(id, () => kept).catch(() => {})
    }
    waiting.clear()
  }
  return {
    async read() {
      const own = draftsOf(await storage.all().catch(() => []), owner)
      return own.flatMap((each) => {
        const edit = readEdit(each)
        if (edit) known.add(each.id)
        return edit ?? []
      })
    },
    keep(edit) {
      waiting.set(idOf(edit.name), edit)
      known.add(idOf(edit.name))
      debounce.after(WAIT, flush)
    },
    drop(name) {
      waiting.delete(idOf(name))
      if (!known.delete(idOf(name))) return
      storage.remove(idOf(name)).catch(() => {})
    },
    flush,
  }
}
