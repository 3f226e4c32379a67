import { atom } from 'nanostores'
import * as v from 'valibot'
import type { UserClient } from '#client/user-client.ts'
import { ApiError } from '#client/errors.ts'
import {
  queueEntry,
  RECORD_STATES,
  REVIEWED_KINDS,
  type QueueEntry,
  type RecordState,
  type ReviewedKind,
} from '#contract/record.ts'
import { readName } from '../review/record-names.ts'
import type { PageAddress } from '../shared/deps.ts'
import { pagedResource } from '../shared/paged-resource.ts'
import { oneOf, positive } from '../shared/read-query.ts'
import { action } from '../shared/resource.ts'
import { listPage, validRows } from '../shared/rows.ts'

/** What is listed; part of the address. */
export interface Filters {
  kind: ReviewedKind | 'all'
  /** Empty for all. */
  state: RecordState | ''
  page: number
}
interface List {
  entries: readonly QueueEntry[]
  count: number
}
export interface Message {
  entry: QueueEntry
  /** `moved`: somebody else has changed its state; `failed`: the archive did not answer. */
  outcome: 'queued' | 'saved' | 'moved' | 'failed'
}

interface Deps {
  client: UserClient
  address: PageAddress
  /** Runs work that needs a session (stores/auth). */
  withSession<T>(work: () => Promise<T>): Promise<T>
}

export const PAGE_SIZE = 10
export const isSameEntry = (a: QueueEntry, b: QueueEntry) => a.kind === b.kind && a.key === b.key

function readFilters(query: URLSearchParams): Filters {
  return {
    kind: oneOf([...REVIEWED_KINDS, 'all'], query.get('kind')) || 'items',
    state: oneOf(RECORD_STATES, query.get('state')),
    page: positive(query.get('page')) ?? 1,
  }
}

export function createSubmissionsStores({ client, address, withSession }: Deps) {
  const $filters = atom<Filters>({ kind: 'items', state: '', page: 1 })
  /** The entry that the address names, for example in a letter; `missing`: it is not among the user's submissions. */
  const $named = atom<QueueEntry | 'missing' | null>(null)
  /** How the last action on an entry ended. */
  const $message = atom<Message | null>(null)
  const resubmitting = action((problem): Message['outcome'] =>
    problem instanceof ApiError && problem.status < 500 ? 'moved' : 'failed',
  )

  async function read(
    query: { kind?: string; state?: string; key?: number; page?: number },
    signal?: AbortSignal,
  ): Promise<List> {
    const answer = await withSession(() =>
      client.read('submissions', { query: { ...query, page_size: PAGE_SIZE }, signal }),
    )
    const { count, results } = v.parse(listPage, answer)
    return { count, entries: validRows(queueEntry, results) }
  }
  const pages = {
    size: PAGE_SIZE,
    page: () => $filters.get().page,
    setPage: (page: number) => setFilters({ page }),
  }
  const none: List = { entries: [], count: 0 }
  const list = pagedResource(pages, none, (signal) => {
    const { kind, state, page } = $filters.get()
    return read({ ...(kind !== 'all' && { kind }), state, page }, signal)
  })

  async function loadNamed(): Promise<void> {
    const named = readName(address.read().get('record'))
    if (!named) return
    const found = await read({ kind: named.kind, key: Number(named.key) }).catch(() => undefined)
    if (found) $named.set(found.entries[0] ?? 'missing')
  }

  function setFilters(change: Partial<Filters>) {
    const filters = { ...$filters.get(), ...change }
    $filters.set(filters)
    const { kind, state, page } = filters
    const query = new URLSearchParams({
      ...(kind !== 'items' && { kind }),
      ...(state !== '' && { state }),
      ...(page > 1 && { page: String(page) }),
    })
    address.replace(query.toString())
  }
  async function show(change: Partial<Filters>): Promise<void> {
    $named.set(null)
    $message.set(null)
    setFilters(change)
    await list.load()
  }

  /** An entry keeps its place, so that the focus stays where the user is. */
  function showChanged(entry: QueueEntry) {
    const changed = (each: QueueEntry) => (isSameEntry(each, entry) ? entry : each)
    list.change(({ count, entries }) => ({ count, entries: entries.map(changed) }))
    const named = $named.get()
    if (named !== null && named !== 'missing') $named.set(changed(named))
  }

  return {
    $filters,
    $list: list.$list,
    $named,
    $message,
    $isResubmitting: resubmitting.$isRunning,
    async start(): Promise<void> {
      $filters.set(readFilters(address.read()))
      await Promise.all([list.load(), loadNamed()])
    },
    /** Shows other entries from their first page. */
    filter: (change: Partial<Omit<Filters, 'page'>>) => show({ ...change, page: 1 }),
    goTo: (page: number) => show({ page }),
    reload: list.load,
    /** After an edit: a returned entry is back in the queue. Shows it as it is now. */
    async edited(entry: QueueEntry): Promise<void> {
      $message.set({ entry, outcome: entry.state === 'returned' ? 'queued' : 'saved' })
      const { kind, key } = entry
      const found = await read({ kind, key: Number(key) }).catch(() => undefined)
      showChanged(found?.entries[0] ?? { ...entry, state: 'waiting', note: '' })
    },
    /** Puts a returned entry back in the queue as it is, with an answer to its cataloguer. Returns false when that failed. */
    async resubmit(entry: QueueEntry, answer: string): Promise<boolean> {
      if (resubmitting.$isRunning.get()) return false
      $message.set(null)
      const path = { kind: entry.kind, key: entry.key }
      const isDone = await resubmitting.run(() =>
        withSession(() => client.call('resubmit', { path, body: { note: answer } })),
      )
      $message.set({ entry, outcome: resubmitting.$refusal.get() ?? 'queued' })
      if (isDone) showChanged({ ...entry, state: 'waiting', note: '' })
      return isDone
    },
  }
}
export type SubmissionsStores = ReturnType<typeof createSubmissionsStores>
