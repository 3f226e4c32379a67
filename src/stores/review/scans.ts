import type { DeskRecord, RecordFields } from '#contract/record.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { action } from '../shared/resource.ts'
import { ifMatch, refusalOf } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

type Scan = DeskRecord['scans'][number]

interface Deps extends SessionDeps {
  last: LastOperationStore
  /** The item's scans were changed. */
  onSaved(item: DeskRecord): Promise<void>
}

/** The scans in their new order, with the number of each: those that are right already stay as they are. */
export function renumbered(scans: readonly Scan[]): { key: Scan['key']; order: number }[] {
  return scans.flatMap((scan, at) => (scan.fields['order'] === at + 1 ? [] : [{ key: scan.key, order: at + 1 }]))
}

/** Changes of an item's scans: order, watermark, removal. Each is saved at once. */
export function createScanChanges({ client, withSession, last, onSaved }: Deps) {
  const changes = action(refusalOf)

  /** Runs a change, then reads the item again. */
  async function run(item: DeskRecord, work: () => Promise<unknown>): Promise<boolean> {
    if (changes.$isRunning.get()) return false
    return changes.run(async () => {
      try {
        await withSession(work)
      } finally {
        await onSaved(item)
      }
    })
  }
  const pathOf = (key: Scan['key']) => ({ kind: 'scans' as const, key })
  async function edit(key: Scan['key'], body: RecordFields, seen: RecordFields = {}) {
    const path = pathOf(key)
    const record = await client.call('record', { path })
    const isSeen = Object.entries(seen).every(([field, value]) => (record.fields[field] ?? '') === value)
    // With a version that it has not, the server says who has changed it.
    await client.call('editRecord', { path, body, headers: ifMatch(isSeen ? record : { version: 'seen before' }) })
  }

  return {
    $isRunning: changes.$isRunning,
    $refusal: changes.$refusal,
    /** Moves a scan one place up (-1) or down (1). */
    move: (item: DeskRecord, scan: Scan, by: 1 | -1) =>
      run(item, async () => {
        const from = item.scans.indexOf(scan)
        const moved = item.scans.toSpliced(from, 1).toSpliced(from + by, 0, scan)
        for (const { key, order } of renumbered(moved)) await edit(key, { order })
      }),
    /** @param seen the fields as they were when somebody began to change them: nothing that is newer is written over. */
    change: (item: DeskRecord, scan: Scan, fields: RecordFields, seen?: RecordFields) =>
      run(item, () => edit(scan.key, fields, seen)),
    remove: (item: DeskRecord, scan: Scan) =>
      run(item, async () => {
        const path = pathOf(scan.key)
        await client.call('removeRecord', { path, headers: ifMatch(await client.call('record', { path })) })
        last.done(`${scan.label} of “${item.label}” is removed.`, path)
      }),
  }
}
