import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import { loadErrorOf, type LoadError } from '#client/errors.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { ReviewStep } from '#rules/access/review-steps.ts'
import type { Schedule } from '../shared/deps.ts'
import { createClaims } from './claims.ts'
import { deskQuery, readDeskAddress, type QueueFilters } from './desk-address.ts'
import { createLoadedRecords, type Loaded } from './loaded-records.ts'
import { createQueue } from './queue.ts'
import { isSame, nameText, toName, type RecordName } from './record-names.ts'
import { createSteps } from './take-steps.ts'

export interface DeskDeps<View> {
  client: Client<EndpointName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  /** Loads what the view of a record needs, such as the item. */
  readView(record: DeskRecord): Promise<View>
  address: { read(): URLSearchParams; replace(query: string): void; push(query: string): void }
  /** Queue and record fit side by side: the first draft is opened by itself. */
  isWide(): boolean
  /** Milliseconds since 1970. */
  now(): number
  schedule: Schedule
  /** The id of the cataloguer. */
  user: number
}

export type OpenRecord<View> =
  | { state: 'none' }
  | { state: 'loading'; name: RecordName }
  | { state: 'failed'; name: RecordName; why: LoadError }
  | { state: 'ready'; name: RecordName; loaded: Loaded<View> }

/** Milliseconds after which a record that was loaded ahead is compared with the archive when it is opened. */
const FRESH = 20_000

/** The review desk: the queue, the open record, and the steps that are taken on it. */
export function createDesk<View>(deps: DeskDeps<View>) {
  const { address, isWide, now } = deps
  const queue = createQueue(deps)
  const records = createLoadedRecords(deps)
  const claims = createClaims(deps)
  const $open = atom<OpenRecord<View>>({ state: 'none' })
  /** The open record was replaced by a newer version of it. */
  const $renewed = atom(false)

  $open.listen((open) => (open.state === 'ready' ? claims.enter(open.loaded.record) : claims.leave()))

  const openName = (): RecordName | null => {
    const open = $open.get()
    return open.state === 'none' ? null : open.name
  }
  function writeAddress(how: 'replace' | 'push' = 'replace') {
    address[how](deskQuery({ filters: queue.$filters.get(), record: openName() }))
  }

  function show(loaded: Loaded<View>, name: RecordName) {
    $open.set({ state: 'ready', name, loaded })
    for (const by of [1, -1] as const) {
      const neighbour = queue.placeOf(name) !== -1 && queue.beside(name, by)
      if (neighbour) records.prefetch(toName(neighbour))
    }
  }
  /** Replaces the open record if the archive has a newer version. */
  async function renew(name: RecordName, seen: Loaded<View>) {
    const loaded = await records.reload(name).catch(() => undefined)
    const open = $open.get()
    if (!loaded || open.state !== 'ready' || open.loaded !== seen || loaded.record.version === seen.record.version)
      return
    show(loaded, name)
    $renewed.set(true)
  }
  async function open(name: RecordName, how: 'replace' | 'push' = 'replace'): Promise<void> {
    $renewed.set(false)
    const known = records.peek(name)
    if (known) {
      show(known, name)
      writeAddress(how)
      if (now() - known.at > FRESH && !steps.hasFailed(name)) void renew(name, known)
      return
    }
    $open.set({ state: 'loading', name })
    writeAddress(how)
    await settle(name, records.load(name))
  }
  async function settle(name: RecordName, loading: Promise<Loaded<View>>) {
    const isWanted = () => isSame(openName(), name)
    try {
      const loaded = await loading
      if (isWanted()) show(loaded, name)
    } catch (problem) {
      if (isWanted()) $open.set({ state: 'failed', name, why: loadErrorOf(problem) })
    }
  }
  function close(how: 'replace' | 'push' = 'push') {
    $open.set({ state: 'none' })
    writeAddress(how)
  }

  /** Loads the queue. Opens its first record when none is open and `isReading`. */
  async function loadQueue(isReading = isWide()): Promise<void> {
    await queue.load()
    const first = queue.$queue.get().entries[0]
    if ($open.get().state === 'none' && isReading && first) await open(toName(first))
    else {
      // Neighbours may have come.
      const shown = $open.get()
      if (shown.state === 'ready') show(shown.loaded, shown.name)
    }
  }
  async function goToPage(page: number, opens?: 'first' | 'last'): Promise<void> {
    queue.$filters.set({ ...queue.$filters.get(), page })
    writeAddress()
    await queue.load()
    const entry = queue.$queue.get().entries.at(opens === 'last' ? -1 : 0)
    if (opens && entry) await open(toName(entry))
  }

  /** Records that bring the same drafts are others now. */
  function forgetSharing(record: DeskRecord) {
    const published = new Set(record.brings.map(nameText))
    const open = openName()
    for (const { record: other } of records.all()) {
      if (!other.brings.some((part) => published.has(nameText(part)))) continue
      const name = toName(other)
      if (isSame(name, open)) {
        const shown = $open.get()
        if (shown.state === 'ready') void renew(name, shown.loaded)
      } else records.forget(name)
    }
  }

  const steps = createSteps({
    ...deps,
    queue,
    onDone(step, seen) {
      records.forget(toName(seen))
      if (step === 'publish') forgetSharing(seen)
    },
  })

  return {
    $filters: queue.$filters,
    $queue: queue.$queue,
    $open,
    $done: steps.$done,
    $failures: steps.$failures,
    $pending: steps.$pending,
    $renewed,
    $claim: claims.$claim,
    takeOver: claims.takeOver,

    /** Reads the address and loads. */
    async start(): Promise<void> {
      const { filters, record } = readDeskAddress(address.read())
      queue.$filters.set(filters)
      const opening = record ? open(record) : undefined
      await Promise.all([opening, loadQueue()])
    },
    /** The visitor went back or forward. */
    async followAddress(): Promise<void> {
      const { filters, record } = readDeskAddress(address.read())
      const isSameList =
        deskQuery({ filters, record: null }) === deskQuery({ filters: queue.$filters.get(), record: null })
      queue.$filters.set(filters)
      if (record) await open(record)
      else $open.set({ state: 'none' })
      if (!isSameList) await loadQueue()
    },
    /** The connection is back, or the user asks for it. */
    async reload(): Promise<void> {
      const shown = $open.get()
      await Promise.all([shown.state === 'failed' && open(shown.name), loadQueue()])
    },
    async filter(change: Partial<QueueFilters>): Promise<void> {
      queue.$filters.set({ ...queue.$filters.get(), ...change, page: 1 })
      close('replace')
      await loadQueue()
    },
    goToPage,
    open,
    close,
    /** The record after or before the open one, on another page if need be. False at either end. */
    async step(by: 1 | -1): Promise<boolean> {
      const name = openName()
      const { page } = queue.$filters.get()
      const next = queue.beside(name, by)
      if (next) await open(toName(next))
      else if (by === -1 && page > 1) await goToPage(page - 1, 'last')
      else if (by === 1 && queue.hasMore()) await goToPage(page + 1, 'first')
      else return false
      return true
    },
    /**
     * Takes a step on the open record. The next one is shown at once; if the step fails, the record comes back into its place and `$failures` says why.
     */
    async take(step: ReviewStep, note = ''): Promise<boolean> {
      const shown = $open.get()
      if (shown.state !== 'ready') return false
      const { name, loaded } = shown
      const isListed = queue.placeOf(name) !== -1
      const next = isListed ? (queue.beside(name, 1) ?? queue.beside(name, -1)) : undefined
      const taking = steps.take(step, loaded.record, note)
      if (next) void open(toName(next))
      else if (isListed) close('replace')
      const isDone = await taking
      if (!isListed && isDone && isSame(openName(), name)) void settle(name, records.reload(name))
      if (isDone) await loadQueue(true)
      else if ($open.get().state === 'none') await open(name)
      return isDone
    },
    /** Puts the record of the last step back in the queue, and opens it. */
    async undo(): Promise<boolean> {
      const name = await steps.undo()
      if (!name) return false
      await queue.load()
      await open(name)
      return true
    },
    /** After somebody else's change: shows the record as it is now. */
    async readAgain(name: RecordName): Promise<void> {
      steps.dropFailure(name)
      $open.set({ state: 'loading', name })
      await settle(name, records.reload(name))
    },
    dropFailure: steps.dropFailure,
    noteOf: steps.noteOf,
    keepNote: steps.keepNote,
  }
}
export type Desk<View> = ReturnType<typeof createDesk<View>>
