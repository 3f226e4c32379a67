import type { QueueEntry } from '#contract/record.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { action, resource } from '../shared/resource.ts'
import type { Edits } from '../review/edit.ts'
import { toName } from '../review/record-names.ts'
import { refusalOf } from '../review/send-step.ts'

interface Deps extends SessionDeps {
  /** What is typed: it stays when the dialog is closed. */
  edits: Edits
}

/** The author's edit of a record that waits for review or was returned; a returned one goes back into the queue. */
export function createRecordEdit({ client, withSession, edits }: Deps, entry: QueueEntry) {
  const path = toName(entry)
  const opening = resource(async (signal) => {
    await edits.restoreKept()
    edits.open(await withSession(() => client.call('record', { path, signal })))
  })
  const resubmitting = action(refusalOf)
  return {
    $opening: opening.$resource,
    load: opening.load,
    /** Why it was not put back into the queue. */
    $notQueued: resubmitting.$refusal,
    /** True once the archive has everything. */
    async save(): Promise<boolean> {
      if (!(await edits.save())) return false
      return entry.state !== 'returned' || resubmitting.run(() => withSession(() => client.call('resubmit', { path })))
    },
  }
}
