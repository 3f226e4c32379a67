import { atom } from 'nanostores'
import * as v from 'valibot'
import type { ReviewedKind } from '#contract/record.ts'
import { pagesOf } from '#contract/limits.ts'
import { reviewEntry, reviewPage, type ExportFormat, type ReviewEntry, type ReviewPage } from '#contract/review.ts'
import type { SessionDeps } from '../shared/deps.ts'
import { pagedResource } from '../shared/paged-resource.ts'
import { validRows } from '../shared/rows.ts'
import { NO_FILTERS, queueQuery, type QueueFilters } from './desk-address.ts'
import { isSame, nameText, type RecordName } from './record-names.ts'

export const PAGE_SIZE = 25

interface Queue {
  entries: readonly ReviewEntry[]
  count: number
  /** What other choices of the filters would list; null before the first answer. */
  counts: ReviewPage['counts'] | null
  authors: ReviewPage['authors']
}
/** Its rows are validated one by one. */
const page = v.object({ ...reviewPage.entries, results: v.array(v.unknown()) })

/** What is saved as a file: of the filters, or published. */
export type Exported = { kind: ReviewedKind; state: QueueFilters['state'] | 'published'; format: ExportFormat }

interface Deps extends SessionDeps {
  now(): number
}

/** The list of drafts that the filters ask for. */
export function createQueue({ client, withSession, now }: Deps) {
  const $filters = atom<QueueFilters>(NO_FILTERS)
  /** Records that are being published, returned or discarded: an answer that was under way still lists them. */
  const leaving = new Set<string>()

  const pages = {
    size: PAGE_SIZE,
    page: () => $filters.get().page,
    setPage: (page: number) => $filters.set({ ...$filters.get(), page }),
  }
  const none: Queue = { entries: [], count: 0, counts: null, authors: [] }
  const list = pagedResource(pages, none, async (signal) => {
    const query = { ...queueQuery($filters.get(), now()), page_size: PAGE_SIZE }
    const answer = await withSession(() => client.read('queue', { query, signal }))
    const { results, ...rest } = v.parse(page, answer)
    const entries = validRows(reviewEntry, results)
    const shown = entries.filter((entry) => !leaving.has(nameText(entry)))
    return { ...rest, count: rest.count - (entries.length - shown.length), entries: shown }
  })
  const { $list: $queue, load } = list
  const placeOf = (name: RecordName | null) => $queue.get().entries.findIndex((entry) => isSame(entry, name))

  return {
    $filters,
    $queue,
    load,
    /** The address of a file of records with the same words, author and dates. */
    async exportLink(exported: Exported): Promise<string> {
      const query = {
        ...queueQuery($filters.get(), now()),
        ...exported,
        ...(exported.kind !== 'items' && { type: '' }),
      }
      return client.base + (await withSession(() => client.call('exportLink', { query }))).href
    },
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
      const entry = $queue.get().entries[place]
      leaving.add(nameText(name))
      const show = (change: (entries: readonly ReviewEntry[]) => ReviewEntry[]) =>
        list.change((now) => {
          const entries = change(now.entries)
          return { ...now, entries, count: now.count + entries.length - now.entries.length }
        })
      if (entry) show((entries) => entries.filter((each) => each !== entry))
      return {
        putBack() {
          leaving.delete(nameText(name))
          if (!entry || placeOf(name) !== -1) return
          show((entries) => entries.toSpliced(place, 0, entry))
        },
        done: () => void leaving.delete(nameText(name)),
      }
    },
  }
}
export type QueueStores = ReturnType<typeof createQueue>
