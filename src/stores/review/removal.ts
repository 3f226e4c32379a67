import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Uses } from '#contract/review.ts'
import { isSame, toName, type RecordName } from './record-names.ts'
import { hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'

export type RemovalState =
  | { state: 'none' }
  | { state: 'loading' | 'removing' }
  /** `hasChanged`: what hangs on it is something else since it was looked at. */
  | { state: 'ready'; record: DeskRecord; uses: Uses; hasChanged: boolean; refusal: Refusal | null }
  | { state: 'failed'; refusal: Refusal }
/** A record that was removed. */
export interface Removed {
  name: RecordName
  label: string
  refusal: Refusal | null
}

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** A record was removed, or brought back. */
  onChanged(name: RecordName, record: DeskRecord | null): Promise<void>
}

/** Removes a record after showing what hangs on it, and brings it back. */
export function createRemoval({ client, withSession, onChanged }: Deps) {
  const $removal = atom<RemovalState>({ state: 'none' })
  const $removed = atom<Removed | null>(null)

  const read = (path: RecordName) =>
    withSession(() => Promise.all([client.call('record', { path }), client.call('uses', { path })]))

  async function plan(name: RecordName, hasChanged = false): Promise<void> {
    $removal.set({ state: 'loading' })
    try {
      const [record, uses] = await read(toName(name))
      $removal.set({ state: 'ready', record, uses, hasChanged, refusal: null })
    } catch (problem) {
      $removal.set({ state: 'failed', refusal: refusalOf(problem) })
    }
  }
  return {
    $removal,
    $removed,
    plan: (name: RecordName) => plan(name),
    close: () => $removal.set({ state: 'none' }),
    /** Removes it if still the same hangs on it; else shows that. False if nothing was removed. */
    async confirm(): Promise<boolean> {
      const now = $removal.get()
      if (now.state !== 'ready') return false
      const { record, uses } = now
      const name = toName(record)
      $removal.set({ state: 'removing' })
      try {
        await withSession(() =>
          client.call('removeRecord', { path: name, query: { uses: uses.count }, headers: ifMatch(record) }),
        )
      } catch (problem) {
        if (hasStatus(problem, 409) || hasStatus(problem, 412)) {
          const again = await read(name).catch(() => undefined)
          const isOther = again && (again[0].version !== record.version || again[1].count !== uses.count)
          if (isOther) {
            $removal.set({ state: 'ready', record: again[0], uses: again[1], hasChanged: true, refusal: null })
            return false
          }
        }
        $removal.set({ ...now, refusal: refusalOf(problem) })
        return false
      }
      $removal.set({ state: 'none' })
      $removed.set({ name, label: record.label, refusal: null })
      await onChanged(name, null)
      return true
    },
    /** Brings the record that was removed last back. */
    async undo(): Promise<RecordName | null> {
      const removed = $removed.get()
      if (!removed) return null
      try {
        const query = { kind: removed.name.kind }
        const { results } = await withSession(() => client.call('removed', { query }))
        const found = results.find((each) => isSame(each, removed.name))
        if (found) {
          const record = await withSession(() => client.call('restoreRemoved', { path: { id: found.id } }))
          await onChanged(removed.name, record)
        }
        $removed.set(null)
        return removed.name
      } catch (problem) {
        $removed.set({ ...removed, refusal: refusalOf(problem) })
        return null
      }
    },
    forget: () => $removed.set(null),
  }
}
export type Removal = ReturnType<typeof createRemoval>
