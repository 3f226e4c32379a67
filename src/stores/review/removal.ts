import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { Uses } from '#contract/review.ts'
import { toName, type RecordName } from './record-names.ts'
import { hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

type RemovalState =
  | { state: 'none' }
  | { state: 'loading' | 'removing' }
  /** `hasChanged`: what hangs on it is something else since it was looked at. */
  | { state: 'ready'; record: DeskRecord; uses: Uses; hasChanged: boolean; refusal: Refusal | null }
  | { state: 'failed'; refusal: Refusal }
interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  last: LastOperationStore
  onRemoved(name: RecordName): Promise<void>
}

/** Removes a record after showing what hangs on it. */
export function createRemoval({ client, withSession, last, onRemoved }: Deps) {
  const $removal = atom<RemovalState>({ state: 'none' })

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
      last.done(`“${record.label}” was removed.`, name)
      await onRemoved(name)
      return true
    },
  }
}
export type Removal = ReturnType<typeof createRemoval>
