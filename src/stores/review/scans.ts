import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord, RecordFields } from '#contract/record.ts'
import { ifMatch, refusalOf, type Refusal } from './send-step.ts'

type Scan = DeskRecord['scans'][number]
export interface ScansState {
  /** A change is under way. */
  isBusy: boolean
  refusal: Refusal | null
  /** The scan that was removed last, while that can be undone. */
  removed: { item: DeskRecord; scan: Scan } | null
}

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** The item's scans were changed. */
  onSaved(item: DeskRecord): Promise<void>
}

/** The scans in their new order, with the number of each: those that are right already stay as they are. */
export function renumbered(scans: readonly Scan[]): { key: Scan['key']; order: number }[] {
  return scans.flatMap((scan, at) => (scan.fields['order'] === at + 1 ? [] : [{ key: scan.key, order: at + 1 }]))
}

/** Changes of an item's scans: order, watermark, removal. Each is saved at once. */
export function createScanChanges({ client, withSession, onSaved }: Deps) {
  const $scans = atom<ScansState>({ isBusy: false, refusal: null, removed: null })

  /** Runs a change, then reads the item again. */
  async function run(item: DeskRecord, work: () => Promise<Partial<ScansState> | void>): Promise<boolean> {
    if ($scans.get().isBusy) return false
    $scans.set({ ...$scans.get(), isBusy: true, refusal: null })
    try {
      const after = await withSession(work)
      await onSaved(item)
      $scans.set({ ...$scans.get(), isBusy: false, removed: null, ...after })
      return true
    } catch (problem) {
      $scans.set({ ...$scans.get(), isBusy: false, refusal: refusalOf(problem) })
      await onSaved(item)
      return false
    }
  }
  const pathOf = (key: Scan['key']) => ({ kind: 'scans', key })
  async function edit(key: Scan['key'], body: RecordFields) {
    const path = pathOf(key)
    await client.call('editRecord', { path, body, headers: ifMatch(await client.call('record', { path })) })
  }

  return {
    $scans,
    /** Moves a scan one place up (-1) or down (1). */
    move: (item: DeskRecord, scan: Scan, by: 1 | -1) =>
      run(item, async () => {
        const from = item.scans.indexOf(scan)
        const moved = item.scans.toSpliced(from, 1).toSpliced(from + by, 0, scan)
        for (const { key, order } of renumbered(moved)) await edit(key, { order })
      }),
    change: (item: DeskRecord, scan: Scan, fields: RecordFields) => run(item, () => edit(scan.key, fields)),
    remove: (item: DeskRecord, scan: Scan) =>
      run(item, async () => {
        const path = pathOf(scan.key)
        await client.call('removeRecord', { path, headers: ifMatch(await client.call('record', { path })) })
        return { removed: { item, scan } }
      }),
    async undoRemove(): Promise<boolean> {
      const { removed } = $scans.get()
      if (!removed) return false
      return run(removed.item, async () => {
        const { results } = await client.call('removed', { query: { kind: 'scans' } })
        const entry = results.find(({ key }) => key === removed.scan.key)
        if (entry) await client.call('restoreRemoved', { path: { id: entry.id } })
      })
    },
    forgetRemoved: () => $scans.set({ ...$scans.get(), removed: null, refusal: null }),
  }
}
