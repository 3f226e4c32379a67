import { map, type MapStore, type ReadableAtom, atom } from 'nanostores'
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
import type { PageAddress } from '../shared/deps.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { listPage, validRows } from '../shared/rows.ts'

/** What is listed; part of the address. */
export interface Filters {
  kind: ReviewedKind | 'all'
  /** Empty for all. */
  state: RecordState | ''
  page: number
}
/** `absent`: a server without this call (an addition to spec §7). */
type LoadState = 'loading' | 'ready' | 'failed' | 'absent'
interface List {
  state: LoadState
  entries: readonly QueueEntry[]
  count: number
}
/** The entry that the address names, for example in a letter; `missing`: it is not among the user's submissions. */
type NamedEntry = QueueEntry | 'missing' | null

export interface SubmissionsStores {
  $filters: MapStore<Filters>
  $list: MapStore<List>
  $named: ReadableAtom<NamedEntry>
  /** How the last action on an entry ended. */
  $message: ReadableAtom<Message | null>
  /** The entry that is being put back in the queue. */
  $busy: ReadableAtom<QueueEntry | null>
  readonly pageSize: number
  /** Reads the address, then loads. */
  start(): Promise<void>
  /** Shows other entries from their first page. */
  filter(change: Partial<Omit<Filters, 'page'>>): Promise<void>
  goTo(page: number): Promise<void>
  reload(): Promise<void>
  /** Puts a returned entry back in the queue as it is, with an answer to its cataloguer. Returns false when that failed. */
  resubmit(entry: QueueEntry, answer: string): Promise<boolean>
  /** After an edit: a returned entry is back in the queue. Shows it as it is now. */
  edited(entry: QueueEntry): Promise<void>
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

const PAGE_SIZE = 10
export const isSameEntry = (a: QueueEntry, b: QueueEntry) => a.kind === b.kind && a.key === b.key

function readFilters(query: URLSearchParams): Filters {
  const page = Number(query.get('page'))
  return {
    kind: v.parse(v.fallback(v.picklist([...REVIEWED_KINDS, 'all']), 'items'), query.get('kind')),
    state: v.parse(v.fallback(v.picklist([...RECORD_STATES, '']), ''), query.get('state')),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** items and 12 for `?record=items/12` (rules/addresses submissionAddress). */
function readNamed(query: URLSearchParams): { kind: ReviewedKind; key: number } | undefined {
  const [, kind, key] = /^(\w+)\/(\d{1,15})$/.exec(query.get('record') ?? '') ?? []
  return v.is(v.picklist(REVIEWED_KINDS), kind) ? { kind, key: Number(key) } : undefined
}

/** The user's submissions and their review state. */
export function createSubmissionsStores({ client, address, withSession }: Deps): SubmissionsStores {
  const $filters = map<Filters>({ kind: 'items', state: '', page: 1 })
  const $list = map<List>({ state: 'loading', entries: [], count: 0 })
  const $named = atom<NamedEntry>(null)
  const $message = atom<Message | null>(null)
  const $busy = atom<QueueEntry | null>(null)
  const requests = latestOnly()

  const read = async (query: { kind?: string; state?: string; key?: number; page?: number }) => {
    const answer = await withSession(() => client.read('submissions', { query: { ...query, page_size: PAGE_SIZE } }))
    const { count, results } = v.parse(listPage, answer)
    return { count, entries: validRows(queueEntry, results) }
  }

  async function load(): Promise<void> {
    const request = requests.next()
    const { kind, state, page } = $filters.get()
    $list.setKey('state', 'loading')
    try {
      const { count, entries } = await read({ ...(kind !== 'all' && { kind }), state, page })
      if (!request.isCurrent()) return
      const last = Math.max(1, Math.ceil(count / PAGE_SIZE))
      // The list became shorter meanwhile.
      if (page > last) return await show({ page: last })
      $list.set({ state: 'ready', entries, count })
    } catch (problem) {
      if (!request.isCurrent()) return
      const isAbsent = problem instanceof ApiError && problem.status === 404
      $list.set({ state: isAbsent ? 'absent' : 'failed', entries: [], count: 0 })
    }
  }

  async function loadNamed(): Promise<void> {
    const named = readNamed(address.read())
    if (!named) return
    const found = await read(named).catch(() => undefined)
    if (found) $named.set(found.entries[0] ?? 'missing')
  }

  function show(change: Partial<Filters>): Promise<void> {
    const filters = { ...$filters.get(), ...change }
    $filters.set(filters)
    $named.set(null)
    $message.set(null)
    const { kind, state, page } = filters
    const query = new URLSearchParams({
      ...(kind !== 'items' && { kind }),
      ...(state !== '' && { state }),
      ...(page > 1 && { page: String(page) }),
    })
    address.replace(query.toString())
    return load()
  }

  /** An entry keeps its place, so that the focus stays where the user is. */
  function showChanged(entry: QueueEntry) {
    const changed = (each: QueueEntry) => (isSameEntry(each, entry) ? entry : each)
    $list.setKey('entries', $list.get().entries.map(changed))
    const named = $named.get()
    if (named !== null && named !== 'missing') $named.set(changed(named))
  }

  return {
    $filters,
    $list,
    $named,
    $message,
    $busy,
    pageSize: PAGE_SIZE,
    async start() {
      $filters.set(readFilters(address.read()))
      await Promise.all([load(), loadNamed()])
    },
    filter: (change) => show({ ...change, page: 1 }),
    goTo: (page) => show({ page }),
    reload: load,
    async edited(entry) {
      $message.set({ entry, outcome: entry.state === 'returned' ? 'queued' : 'saved' })
      const { kind, key } = entry
      const found = await read({ kind, key: Number(key) }).catch(() => undefined)
      showChanged(found?.entries[0] ?? { ...entry, state: 'waiting', note: '' })
    },
    async resubmit(entry, answer) {
      if ($busy.get()) return false
      $busy.set(entry)
      $message.set(null)
      try {
        const path = { kind: entry.kind, key: entry.key }
        await withSession(() => client.call('resubmit', { path, body: { note: answer } }))
        $message.set({ entry, outcome: 'queued' })
        showChanged({ ...entry, state: 'waiting', note: '' })
        return true
      } catch (problem) {
        $message.set({ entry, outcome: problem instanceof ApiError && problem.status < 500 ? 'moved' : 'failed' })
        return false
      } finally {
        $busy.set(null)
      }
    },
  }
}
