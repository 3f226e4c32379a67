import { atom } from 'nanostores'
import type * as v from 'valibot'
import type { DeskRecord } from '#contract/record.ts'
import type { audienceAddress, takeDownRecord, takedownOrder, Uses } from '#contract/review.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { toName, type RecordName } from './record-names.ts'
import { hasStatus, ifMatch, refusalOf, type Refusal } from './send-step.ts'
import type { LastOperationStore } from './undo/last-operation.ts'

type RemovalState =
  | { state: 'none' }
  | { state: 'loading' }
  /** `hasChanged`: what hangs on it is something else since it was looked at. */
  | { state: 'ready' | 'removing'; record: DeskRecord; uses: Uses; hasChanged: boolean; refusal: Refusal | null }
  | { state: 'failed'; refusal: Refusal }
interface Deps extends SessionDeps {
  last: LastOperationStore
  onRemoved(name: RecordName): Promise<void>
}

export type PictureName = RecordName & { kind: 'scans' | 'person_images' }

/** Removes a record after showing what hangs on it. */
export function createRemoval({ client, withSession, last, onRemoved }: Deps) {
  const $removal = atom<RemovalState>({ state: 'none' })
  /** Of the dialog: another one, or none, may be open when an answer arrives. */
  const requests = latestOnly()
  let request = requests.next()

  const read = (path: RecordName) =>
    withSession(() => Promise.all([client.call('record', { path }), client.call('uses', { path })]))

  return {
    $removal,
    planTakedown: (path: PictureName) => withSession(() => client.call('takedown', { path })),
    /** Deletes a picture for good. */
    takeDown: (path: PictureName, body: v.InferInput<typeof takedownOrder>) =>
      withSession(() => client.call('takeDown', { path, body })),
    /** Says who may see a record or a part of one: everybody (null), `staff`, or everybody from a day on. */
    setAudience: (path: v.InferOutput<typeof audienceAddress>, hidden_until: string | null) =>
      withSession(() => client.call('setAudience', { path, body: { hidden_until } })),
    async plan(name: RecordName): Promise<void> {
      const { isCurrent } = (request = requests.next())
      $removal.set({ state: 'loading' })
      const next = await read(toName(name)).then(
        ([record, uses]) => ({ state: 'ready' as const, record, uses, hasChanged: false, refusal: null }),
        (problem: unknown) => ({ state: 'failed' as const, refusal: refusalOf(problem) }),
      )
      if (isCurrent()) $removal.set(next)
    },
    close() {
      requests.end()
      $removal.set({ state: 'none' })
    },
    /** Removes it, perhaps because somebody asks, if still the same hangs on it; else shows that. True if it was removed and its dialog is still open. */
    async confirm(takedown?: Omit<v.InferInput<typeof takeDownRecord>, 'uses'>): Promise<boolean> {
      const now = $removal.get()
      if (now.state !== 'ready') return false
      const { record, uses } = now
      const name = toName(record)
      const { isCurrent } = request
      const show = (next: RemovalState) => isCurrent() && $removal.set(next)
      show({ ...now, state: 'removing', refusal: null })
      try {
        const [path, headers, seen] = [name as PictureName, ifMatch(record), { uses: uses.count }]
        await withSession(() =>
          takedown
            ? client.call('takeDownRecord', { path, body: { ...takedown, ...seen }, headers })
            : client.call('removeRecord', { path, query: seen, headers }),
        )
      } catch (problem) {
        if (hasStatus(problem, 409) || hasStatus(problem, 412)) {
          const again = await read(name).catch(() => undefined)
          const isOther = again && (again[0].version !== record.version || again[1].count !== uses.count)
          if (isOther) {
            show({ state: 'ready', record: again[0], uses: again[1], hasChanged: true, refusal: null })
            return false
          }
        }
        show({ ...now, refusal: refusalOf(problem) })
        return false
      }
      if (!takedown?.for_good) last.done(`“${record.label}” was removed.`, name)
      await onRemoved(name)
      show({ state: 'none' })
      return isCurrent()
    },
  }
}
export type Removal = ReturnType<typeof createRemoval>
