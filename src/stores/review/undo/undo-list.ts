import { atom } from 'nanostores'
import { loadErrorOf } from '#client/errors.ts'
import { RECORD_KINDS, type DeskRecord, type RecordKind } from '#contract/record.ts'
import { OPERATION_TYPES, type Operation, type OperationType } from '#contract/undo.ts'
import type { PageAddress, SessionDeps } from '../../shared/deps.ts'
import { pagedResource } from '../../shared/paged-resource.ts'
import { oneOf, positive } from '../../shared/read-query.ts'
import { undoRefusalOf, type UndoRefusal } from './last-operation.ts'

/** What is listed; part of the address. `id`: one operation. */
interface UndoFilters {
  type: OperationType | ''
  kind: RecordKind | ''
  id: number | null
  page: number
}
/** What was undone last, and the record that is back. */
interface Undone {
  operation: Operation
  record: DeskRecord | null
}

export const PAGE_SIZE = 25

export function readUndoAddress(query: URLSearchParams): UndoFilters {
  return {
    type: oneOf(OPERATION_TYPES, query.get('type')),
    kind: oneOf(RECORD_KINDS, query.get('kind')),
    id: positive(query.get('id')),
    page: positive(query.get('page')) ?? 1,
  }
}
export const undoQuery = ({ type, kind, id, page }: UndoFilters): string =>
  new URLSearchParams({
    ...(type && { type }),
    ...(kind && { kind }),
    ...(id && { id: String(id) }),
    ...(page > 1 && { page: String(page) }),
  }).toString()

interface Deps extends SessionDeps {
  address: PageAddress
}

export function createUndoList({ client, withSession, address }: Deps) {
  const $filters = atom<UndoFilters>(readUndoAddress(address.read()))
  const $undone = atom<Undone | null>(null)
  /** Operations that are being undone, and why others were not. */
  const $pending = atom<ReadonlySet<number>>(new Set())
  const $refused = atom<ReadonlyMap<number, UndoRefusal>>(new Map())
  const pages = {
    size: PAGE_SIZE,
    page: () => $filters.get().page,
    setPage: (page: number) => setFilters({ ...$filters.get(), page }),
  }
  const none = { count: 0, operations: [] as readonly Operation[] }
  const list = pagedResource(pages, none, async (signal) => {
    const { id, ...filters } = $filters.get()
    const query = { ...filters, ...(id !== null && { id }), page_size: PAGE_SIZE }
    const { count, results } = await withSession(() => client.call('operations', { query, signal }))
    return { count, operations: results }
  })
  const { $list, load } = list

  function setFilters(filters: UndoFilters) {
    $filters.set(filters)
    address.replace(undoQuery(filters))
  }
  return {
    $filters,
    $list,
    $undone,
    $pending,
    $refused,
    load,
    async filter(change: Partial<UndoFilters>): Promise<void> {
      setFilters({ ...$filters.get(), page: 1, id: null, ...change })
      list.clear()
      await load()
    },
    /** False: `$refused` says why not. @param keepChanged leaves what was changed since as it is. */
    async undo(operation: Operation, keepChanged = false): Promise<boolean> {
      const { id } = operation
      $pending.set(new Set([...$pending.get(), id]))
      try {
        const body = { keep_changed: keepChanged }
        const { record } = await withSession(() => client.call('undo', { path: { id }, body }))
        $undone.set({ operation, record })
        $refused.set(new Map())
        const { operations, count } = $list.get()
        list.set({ count: count - 1, operations: operations.filter((each) => each.id !== id) })
        void ($filters.get().id === null ? load() : this.filter({}))
        return true
      } catch (problem) {
        if (loadErrorOf(problem) === 'missing') void load()
        $refused.set(new Map([...$refused.get(), [id, undoRefusalOf(problem)]]))
        return false
      } finally {
        $pending.set(new Set([...$pending.get()].filter((each) => each !== id)))
      }
    },
  }
}
export type UndoStores = ReturnType<typeof createUndoList>
