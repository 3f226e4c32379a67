import { atom } from 'nanostores'
import type { DeskRecord } from '#contract/record.ts'
import { deskQuery } from './desk-address.ts'
import type { Loaded, LoadedRecords } from './loaded-records.ts'
import type { QueueStores } from './queue.ts'
import { isSame, toName, type RecordName } from './record-names.ts'

export type OpenRecord<View> =
  | { state: 'none' }
  | { state: 'loading'; name: RecordName }
  | { state: 'failed'; name: RecordName; problem: unknown }
  | { state: 'ready'; name: RecordName; loaded: Loaded<View> }

/** Milliseconds after which a record that was loaded ahead is compared with the archive when it is opened. */
const FRESH = 20_000

interface Deps<View> {
  queue: QueueStores
  records: LoadedRecords<View>
  address: { replace(query: string): void; push(query: string): void }
  now(): number
  /** A step on it has failed: what was seen stays on screen. */
  hasFailed(name: RecordName): boolean
  /** Its form is open. */
  isEditing(name: RecordName | null): boolean
}

export function createOpenRecord<View>({ queue, records, address, now, ...steps }: Deps<View>) {
  const $open = atom<OpenRecord<View>>({ state: 'none' })
  /** The open record was replaced by a newer version of it. */
  const $renewed = atom(false)

  const openName = (): RecordName | null => {
    const open = $open.get()
    return open.state === 'none' ? null : open.name
  }
  function writeAddress(how: 'replace' | 'push' = 'replace') {
    const record = openName()
    address[how](deskQuery({ filters: queue.$filters.get(), record, isEditing: steps.isEditing(record) }))
  }

  function prefetchNeighbours(name: RecordName) {
    for (const by of [1, -1] as const) {
      const neighbour = queue.placeOf(name) !== -1 && queue.beside(name, by)
      if (neighbour) records.prefetch(toName(neighbour))
    }
  }
  function show(loaded: Loaded<View>, name: RecordName) {
    $open.set({ state: 'ready', name, loaded })
    prefetchNeighbours(name)
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
      if (isWanted()) $open.set({ state: 'failed', name, problem })
    }
  }
  function close(how: 'replace' | 'push' = 'push') {
    $open.set({ state: 'none' })
    writeAddress(how)
  }

  /** The open record was changed: it is shown as it is now. */
  async function refresh(record: DeskRecord): Promise<void> {
    const name = toName(record)
    if (isSame(openName(), name)) await settle(name, records.reload(name))
    else records.forget(name)
  }
  return { $open, $renewed, openName, writeAddress, prefetchNeighbours, renew, open, settle, close, refresh }
}
