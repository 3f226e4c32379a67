import { atom } from 'nanostores'
import { latestOnly } from '../shared/latest-only.ts'
import type { Schedule } from '../shared/deps.ts'
import { isUnsupported, retryAfter } from './api-status.ts'
import type { Filters, Source } from './collection-stores.ts'

interface Deps<Counts> {
  schedule: Schedule
  published(filters: Filters, signal: AbortSignal): Promise<Counts>
  built(filters: Filters): Promise<Counts>
}

/** Counts beside the results, from the same source as the results. Null where that source cannot count; old counts stay until new ones arrive. */
export function createCounts<Counts>({ schedule, published, built }: Deps<Counts>) {
  const $counts = atom<Counts | null>(null)
  const requests = latestOnly()
  let isSupported = true
  /** Cache keys of the shown counts and of those under way. */
  let [shown, pending] = ['', '']

  async function ask(filters: Filters, source: Source, signal: AbortSignal): Promise<Counts | null> {
    if (source === 'snapshot') return built(filters)
    if (!isSupported) return null
    try {
      return await retryAfter(schedule, signal, () => published(filters, signal))
    } catch (problem) {
      if (isUnsupported(problem)) isSupported = false
      throw problem
    }
  }
  const drop = () => {
    requests.end()
    pending = ''
  }
  return {
    $counts,
    /** `key` identifies the search: counts that are shown or under way are not requested again. */
    async show(filters: Filters, key: string, source: Source): Promise<void> {
      const wanted = `${source} ${key}`
      if (pending === wanted) return
      drop()
      if (shown === wanted) return
      pending = wanted
      const { signal, isCurrent } = requests.next()
      const counts = await ask(filters, source, signal).catch(() => null)
      if (!isCurrent()) return
      // A failed request is repeated with the next list.
      shown = counts === null ? '' : wanted
      pending = ''
      $counts.set(counts)
    },
    /** Cancels the request under way: a newer list makes it obsolete. */
    drop,
  }
}
