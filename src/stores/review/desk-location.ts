import { deskQuery, readDeskAddress, type QueueFilters } from './desk-address.ts'
import type { createOpenRecord } from './open-record.ts'
import type { QueueStores } from './queue.ts'

interface Deps extends Pick<ReturnType<typeof createOpenRecord>, '$open' | 'open'> {
  address: { read(): URLSearchParams }
  queue: QueueStores
  /** Opens the form of the open record. */
  edit(): void
  loadQueue(): Promise<void>
}

/** Follows the address: its filters, the open record and its form. */
export function createDeskLocation({ address, queue, $open, open, edit, loadQueue }: Deps) {
  return {
    /** Reads the address and loads. */
    async start(): Promise<void> {
      const { filters, record, isEditing } = readDeskAddress(address.read())
      queue.$filters.set(filters)
      const opening = record ? open(record).then(() => isEditing && edit()) : undefined
      await Promise.all([opening, loadQueue()])
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
