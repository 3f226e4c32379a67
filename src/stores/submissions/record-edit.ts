import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { QueueEntry } from '#contract/record.ts'
import { createEdits } from '../review/edit.ts'
import type { KeptEdits } from '../review/kept-edits.ts'
import { toName } from '../review/record-names.ts'
import { refusalOf, type Refusal } from '../review/send-step.ts'

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  newId(): string
  kept: KeptEdits
}

/** The author's edit of a record that waits for review or was returned; a returned one goes back into the queue. */
export function createRecordEdit(deps: Deps, entry: QueueEntry) {
  const { client, withSession } = deps
  const edits = createEdits(deps)
  const path = toName(entry)
  /** Why it could not be read, or not put back into the queue. */
  const $refusal = atom<Refusal | null>(null)
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    $refusal.set(null)
    try {
      await withSession(work)
      return true
    } catch (problem) {
      $refusal.set(refusalOf(problem))
      return false
    }
  }
  return {
    edits,
    $refusal,
    load: () =>
      attempt(async () => {
        await edits.restoreKept()
        edits.open(await client.call('record', { path }))
      }),
    /** True once the archive has everything. */
    async save(): Promise<boolean> {
      if (!(await edits.save())) return false
      return entry.state !== 'returned' || attempt(() => client.call('resubmit', { path }))
    },
  }
}
export type RecordEdit = ReturnType<typeof createRecordEdit>
