import type { createOpenRecord } from './open-record.ts'
import type { QueueStores } from './queue.ts'
import { toName } from './record-names.ts'

interface Deps {
  queue: QueueStores
  opened: Pick<ReturnType<typeof createOpenRecord>, 'open' | 'openName' | 'writeAddress'>
}

/** Moves through the queue. */
export function createMoves({ queue, opened: { open, openName, writeAddress } }: Deps) {
  async function goToPage(page: number, opens?: 'first' | 'last'): Promise<void> {
    queue.$filters.set({ ...queue.$filters.get(), page })
    writeAddress()
    await queue.load()
    const entry = queue.$queue.get().entries.at(opens === 'last' ? -1 : 0)
    if (opens && entry) await open(toName(entry))
  }
  return {
    goToPage,
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
