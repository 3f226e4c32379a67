import { deskQuery, readDeskAddress, type QueueFilters } from './desk-address.ts'
import type { Edits } from './edit.ts'
import type { createOpenRecord } from './open-record.ts'
import type { QueueStores } from './queue.ts'

interface Deps extends Pick<ReturnType<typeof createOpenRecord>, '$open' | 'open'> {
  address: { read(): URLSearchParams }
  queue: QueueStores
  /** Opens the form of the open record. */
  edit(): void
  edits: Edits
  loadQueue(): Promise<void>
  /** Reads what was typed before the page was closed. */
  restoreEdits(): Promise<unknown>
}

/** Follows the address: its filters, the open record and its form. */
export function createDeskLocation({ address, queue, $open, open, edit, edits, loadQueue, restoreEdits }: Deps) {
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
  }
}
