import { atom } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { loadErrorOf } from '#client/errors.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { MERGED_KINDS, type MergedKind } from '#contract/merged.ts'
import { RECORD_KINDS, type DeskRecord, type RecordKind } from '#contract/record.ts'
import type { MergePage, RemovedPage } from '#contract/review.ts'
import { latestOnly } from '../../shared/latest-only.ts'
import { refusalOf, type Refusal } from '../send-step.ts'

/** What is listed; part of the address. */
export interface UndoFilters {
  list: 'removed' | 'merged'
  kind: RecordKind | ''
  page: number
}
/** A removal or a merge that can be undone. `into`: the record that it became part of. */
export type UndoEntry = Pick<RemovedPage['results'][number], 'id' | 'kind' | 'label' | 'at' | 'by' | 'until'> &
  ({ with: number } | { into: MergePage['results'][number]['into'] })
export interface UndoList {
  state: 'loading' | 'ready' | 'failed'
  entries: readonly UndoEntry[]
  count: number
}
/** The last undo: the record that came back, or why it did not. */
export type Undone = { label: string; record: DeskRecord } | { label: string; refusal: Refusal }

export const PAGE_SIZE = 25

/** The kinds that a list can have. */
export const kindsOf = (list: UndoFilters['list']): readonly RecordKind[] =>
  list === 'merged' ? MERGED_KINDS : RECORD_KINDS

export function readUndoAddress(query: URLSearchParams): UndoFilters {
  const list = query.get('list') === 'merged' ? 'merged' : 'removed'
  const kind = v.parse(v.fallback(v.picklist([...kindsOf(list), '']), ''), query.get('kind') ?? '')
  const page = /^[1-9]\d{0,5}$/.test(query.get('page') ?? '') ? Number(query.get('page')) : 1
  return { list, kind, page }
}
export const undoQuery = ({ list, kind, page }: UndoFilters): string =>
  new URLSearchParams({
    ...(list !== 'removed' && { list }),
    ...(kind && { kind }),
    ...(page > 1 && { page: String(page) }),
  }).toString()

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  address: { read(): URLSearchParams; replace(query: string): void }
}

/** What was removed or merged in the last thirty days, and its undo. */
export function createUndoList({ client, withSession, address }: Deps) {
  const $filters = atom<UndoFilters>(readUndoAddress(address.read()))
  const $list = atom<UndoList>({ state: 'loading', entries: [], count: 0 })
  const $undone = atom<Undone | null>(null)
  /** The entries that are being undone. */
  const $pending = atom<ReadonlySet<number>>(new Set())
  const requests = latestOnly()

  async function read({ list, kind, page }: UndoFilters): Promise<Pick<UndoList, 'entries' | 'count'>> {
    const paging = { page, page_size: PAGE_SIZE }
    if (list === 'removed') {
      const { count, results } = await client.call('removed', { query: { kind, ...paging } })
      return { count, entries: results }
    }
    const { count, results } = await client.call('merges', { query: { kind: kind as MergedKind, ...paging } })
    return { count, entries: results.map(({ from, ...entry }) => ({ ...entry, label: from.label })) }
  }
  async function load(): Promise<void> {
    const { isCurrent } = requests.next()
    $list.set({ ...$list.get(), state: 'loading' })
    try {
      const found = await withSession(() => read($filters.get()))
      if (isCurrent()) $list.set({ state: 'ready', ...found })
    } catch {
      if (isCurrent()) $list.set({ state: 'failed', entries: [], count: 0 })
    }
  }
  return {
    $filters,
    $list,
    $undone,
    $pending,
    load,
    async filter(change: Partial<UndoFilters>): Promise<void> {
      const next = { ...$filters.get(), page: 1, ...change }
      $filters.set(kindsOf(next.list).includes(next.kind as RecordKind) ? next : { ...next, kind: '' })
      $list.set({ state: 'loading', entries: [], count: 0 })
      address.replace(undoQuery($filters.get()))
      await load()
    },
    /** Brings a record back, or separates two that were merged. False: `$undone` says why not. */
    async undo({ id, label, ...entry }: UndoEntry): Promise<boolean> {
      const call = 'into' in entry ? 'undoMerge' : 'restoreRemoved'
      $pending.set(new Set([...$pending.get(), id]))
      try {
        const record = await withSession(() => client.call(call, { path: { id } }))
        $undone.set({ label, record })
        const list = $list.get()
        $list.set({ ...list, count: list.count - 1, entries: list.entries.filter((each) => each.id !== id) })
        void load()
        return true
      } catch (problem) {
        // Somebody else was faster.
        if (loadErrorOf(problem) === 'missing') void load()
        $undone.set({ label, refusal: refusalOf(problem) })
        return false
      } finally {
        $pending.set(new Set([...$pending.get()].filter((each) => each !== id)))
      }
    },
  }
}
export type UndoStores = ReturnType<typeof createUndoList>
