import { atom, map } from 'nanostores'
import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { UnreachableError } from '#client/errors.ts'
import { pagesOf } from '#contract/limits.ts'
import type { DeskCallName } from '#contract/endpoints.ts'
import { reviewEntry, reviewPage, type ReviewEntry, type ReviewPage } from '#contract/review.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { validRows } from '../shared/rows.ts'
import { NO_FILTERS, queueQuery, type QueueFilters } from './desk-address.ts'
import { isSame, nameText, type RecordName } from './record-names.ts'

export const PAGE_SIZE = 25

export interface Queue {
  /** `offline`: there was no answer at all. */
  state: 'loading' | 'ready' | 'failed' | 'offline'
  entries: readonly ReviewEntry[]
  count: number
  /** What other choices of the filters would list; null before the first answer. */
  counts: ReviewPage['counts'] | null
  authors: ReviewPage['authors']
}
/** Its rows are validated one by one. */
const page = v.object({ ...reviewPage.entries, results: v.array(v.unknown()) })

interface Deps {
  client: Client<DeskCallName>
  withSession<T>(work: () => Promise<T>): Promise<T>
  now(): number
}

/** The list of drafts that the filters ask for. */
export function createQueue({ client, withSession, now }: Deps) {
  const $filters = atom<QueueFilters>(NO_FILTERS)
  const $queue = map<Queue>({ state: 'loading', entries: [], count: 0, counts: null, authors: [] })
  const requests = latestOnly()
  /** Records that are being published, returned or discarded: an answer that was under way still lists them. */
  const leaving = new Set<string>()

  async function load(): Promise<void> {
    const request = requests.next()
    $queue.setKey('state', 'loading')
    try {
      const filters = $filters.get()
      const query = { ...queueQuery(filters, now()), page_size: PAGE_SIZE }
      const answer = await withSession(() => client.read('queue', { query }))
      if (!request.isCurrent()) return
      const { count, results, counts, authors } = v.parse(page, answer)
      const entries = validRows(reviewEntry, results)
      const last = pagesOf(count, PAGE_SIZE)
      // The list became shorter meanwhile.
      if (filters.page > last) {
        $filters.set({ ...filters, page: last })
        return await load()
      }
      const shown = entries.filter((entry) => !leaving.has(nameText(entry)))
      $queue.set({ state: 'ready', entries: shown, count: count - (entries.length - shown.length), counts, authors })
    } catch (problem) {
      if (!request.isCurrent()) return
      // What was listed stays: work can go on with it.
      $queue.setKey('state', problem instanceof UnreachableError ? 'offline' : 'failed')
    }
  }
  const placeOf = (name: RecordName | null) => $queue.get().entries.findIndex((entry) => isSame(entry, name))

  return {
    $filters,
    $queue,
    load,
    /** The entry `by` places after (or before) a record; the first one if it is not listed. */
    beside(name: RecordName | null, by: 1 | -1): ReviewEntry | undefined {
      const { entries } = $queue.get()
      const place = placeOf(name)
      return place === -1 ? entries[0] : entries[place + by]
    },
    placeOf,
    /** There are entries after this page. */
    hasMore: () => $filters.get().page < pagesOf($queue.get().count, PAGE_SIZE),
    /** Takes a record off the list while a step is under way. The returned function puts it back, if the step failed. */
    takeOff(name: RecordName): { putBack(): void; done(): void } {
      const place = placeOf(name)
      const { entries, count } = $queue.get()
      const entry = entries[place]
      leaving.add(nameText(name))
      if (entry)
        $queue.set({
          ...$queue.get(),
          entries: entries.filter((each) => each !== entry),
          count: Math.max(0, count - 1),
        })
      return {
        putBack() {
          leaving.delete(nameText(name))
          if (!entry || placeOf(name) !== -1) return
          const { entries, count } = $queue.get()
          $queue.set({ ...$queue.get(), entries: entries.toSpliced(place, 0, entry), count: count + 1 })
        },
        done: () => void leaving.delete(nameText(name)),
      }
    },
  }
}
export type QueueStores = ReturnType<typeof createQueue>
