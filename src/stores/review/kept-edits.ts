import * as v from 'valibot'
import { record, RECORD_KINDS, recordKey } from '#contract/record.ts'
import { draftDate } from '#rules/wizard/draft-fields.ts'
import { draftsOf, type DraftOwner } from '../add-item/account-drafts.ts'
import type { Draft } from '../add-item/draft.ts'
import type { DraftStorage } from '../add-item/draft-storage.ts'
import { createDebounce } from '../shared/debounce.ts'
import type { Schedule } from '../shared/deps.ts'
import type { Edit } from './edit-model.ts'
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
const FORMAT = 'desk-edit-1'

/** What is read of a stored edit; whatever else it says is made anew. */
const stored = v.object({
  what: v.literal(FORMAT),
  name: v.object({ kind: v.picklist(RECORD_KINDS), key: recordKey }),
  newKey: v.nullable(v.string()),
  base: record,
  values: v.record(v.string(), v.unknown()),
  dates: v.record(v.string(), draftDate),
})

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
    for (const [id, { name, newKey, base, values, dates }] of waiting) {
      const kept = { id, ...owner, what: FORMAT, savedAt: Date.now(), name, newKey, base, values, dates }
      storage.update(id, () => kept as unknown as Draft).catch(() => {})
    }
    waiting.clear()
  }
  return {
    async read() {
      const own = draftsOf(await storage.all().catch(() => []), owner)
      return own.flatMap((each) => {
        const read = v.safeParse(stored, each)
        if (!read.success) return []
        const { what: _, ...edit } = read.output
        known.add(each.id)
        return [{ ...edit, errors: {}, conflicts: [], state: 'open', refusal: null, gone: null } satisfies Edit]
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
