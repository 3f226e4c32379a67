import { atom } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { OperationType } from '#contract/undo.ts'
import type { SessionDeps } from '../../shared/deps.ts'
import type { RecordName } from '../record-names.ts'
import { refusalOf, type Refusal } from '../send-step.ts'

/** Why something was not undone. `first`: the operation that has to be undone before; `canKeep`: something was changed since, and the rest can be undone. */
export interface UndoRefusal {
  refusal: Refusal
  first: number | null
  canKeep: boolean
}
export function undoRefusalOf(problem: unknown): UndoRefusal {
  const { first, changed } = problem instanceof ApiError ? problem.fields : {}
  return { refusal: refusalOf(problem), first: first ? Number(first[0]) : null, canKeep: changed !== undefined }
}

/** What was done last: its operations, newest first, the record that was removed (or what else was done to it), or the name of the steps on several drafts. */
export interface LastOperation {
  text: string
  of: readonly number[] | (RecordName & { type?: OperationType }) | string
  /** `undone-before`: by somebody else, or in another tab. */
  state: 'done' | 'undone' | 'undone-before'
  refused: UndoRefusal | null
}

interface Deps extends SessionDeps {
  /** `record` is back, or has its part back. */
  onUndone(record: DeskRecord | null): Promise<void>
}

/** The removal, merge, split or step on several drafts that was done last, and its undo. */
export function createLastOperation({ client, withSession, onUndone }: Deps) {
  const $last = atom<LastOperation | null>(null)
  let newest = 0
  /** The operation that was tried last. */
  let tried: number | undefined
  async function find(of: LastOperation['of']): Promise<readonly number[]> {
    if (Array.isArray(of)) return of as readonly number[]
    const { type = 'removal', kind, key } = of as RecordName & { type?: OperationType }
    const wanted = typeof of === 'string' ? { batch: of } : { type, kind, key: String(key) }
    const { results } = await client.call('operations', { query: { ...wanted, page_size: 1 } })
    return results.map(({ id }) => id)
  }
  return {
    $last,
    done(text: string, of: LastOperation['of']) {
      newest += 1
      $last.set({ text, of, state: 'done', refused: null })
    },
    forget: () => $last.set(null),
    /** @param keepChanged of the operation that was refused: leaves what was changed since as it is. */
    async undo(keepChanged = false): Promise<boolean> {
      const last = $last.get()
      if (last?.state !== 'done') return false
      const own = newest
      const show = (next: Partial<LastOperation>) => own === newest && $last.set({ ...last, ...next })
      const refused = tried
      try {
        let back: DeskRecord | null = null
        const operations = await withSession(() => find(last.of))
        for (const id of operations) {
          tried = id
          const body = { keep_changed: keepChanged && id === refused }
          back = (await withSession(() => client.call('undo', { path: { id }, body }))).record
        }
        await onUndone(back)
        show({ state: operations.length > 0 ? 'undone' : 'undone-before', refused: null })
        return true
      } catch (problem) {
        show({ refused: undoRefusalOf(problem) })
        return false
      }
    },
  }
}
export type LastOperationStore = ReturnType<typeof createLastOperation>
