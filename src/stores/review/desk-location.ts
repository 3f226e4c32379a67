import { deskQuery, type QueueFilters, readDeskAddress } from './desk-address.ts'
import type { Edits } from './edit.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { createOpenRecord } from './open-record.ts'
import type { QueueStores } from './queue.ts'
import { toName } from './record-names.ts'

interface Deps extends Pick<
  ReturnType<typeof createOpenRecord>,
  '$open' | 'open' | 'openName' | 'writeAddress' | 'close'
> {
  address: { read(): URLSearchParams }
  queue: QueueStores
  /** Opens the form of the open record. */
  edit(): void
  edits: Edits
  loadQueue(isReading?: boolean): Promise<void>
  /** Reads what was typed before the page was closed. */
  restoreEdits(): Promise<unknown>
}

/** Follows the address: its filters, the open record and its form; and moves through the queue. */
export function createDeskLocation({ address, queue, edit, edits, loadQueue, restoreEdits, ...opened }: Deps) {
  const { $open, open, openName, writeAddress } = opened
  async function goToPage(page: number, opens?: 'first' | 'last'): Promise<void> {
    queue.$filters.set({ ...queue.$filters.get(), page })
    writeAddress()
    await queue.load()
    const entry = queue.$queue.get().entries.at(opens === 'last' ? -1 : 0)
    if (opens && entry) await open(toName(entry))
  }
  return {
    /** Reads the address and loads. */
    async start(): Promise<void> {
      const { filters, record, isEditing } = readDeskAddress(address.read())
      queue.$filters.set(filters)
      const restored = restoreEdits()
      const opening = record ? Promise.all([open(record), restored]).then(() => isEditing && edit()) : restored
      await Promise.all([opening, loadQueue()])
    },
    /** The edited record became part of another: its form is opened with what was typed. */
    async followMerge(): Promise<void> {
      const edited = edits.$edit.get()
      if (!edited?.gone?.into) return
      await open(edited.gone.into.name, 'push')
      const shown = $open.get()
      if (shown.state === 'ready') edits.moveTo(shown.loaded.record, edited.name)
    },
    /** The visitor went back or forward. */
    async followAddress(): Promise<void> {
      const { filters, record, isEditing } = readDeskAddress(address.read())
      const listOf = (each: QueueFilters) => deskQuery({ filters: each, record: null })
      const isSameList = listOf(filters) === listOf(queue.$filters.get())
      queue.$filters.set(filters)
      if (record) await open(record).then(() => isEditing && edit())
      else $open.set({ state: 'none' })
      if (!isSameList) await loadQueue()
    },
    goToPage,
    /** Opens the form of an item that does not exist yet. */
    startNew(): void {
      opened.close('replace')
      edits.openNew('items', 'new', { type: 'photograph' }, {})
    },
    /** Saves what the form shows. An item that is new goes on as the open one. */
    async saveEdit(): Promise<DeskRecord | null> {
      const isNew = (edits.$edit.get()?.newKey ?? null) !== null
      const record = await edits.save()
      if (record && isNew) await Promise.all([open(toName(record), 'push'), loadQueue(false)])
      return record
    },
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
  }
}
