import { atom } from 'nanostores'
import { latestOnly } from '../shared/latest-only.ts'
import type { Schedule } from '../shared/deps.ts'
import { isUnsupported, retryAfter } from './api-status.ts'
import type { Filters, Source } from './collection-stores.ts'

interface Deps<Counts> {
  schedule: Schedule
  published(filters: Filters, signal: AbortSignal): Promise<Counts>
  built(filters: Filters): Promise<Counts>
  /** Counts of the last build stand in where the API has none; `isBuilt` tells. */
  standIn?: true
  /** Called once, where the API has none. */
  onMissing?(): void
}

/** Counts beside the results, from the same source as the results. Null where that source cannot count, unless the last build stands in; old counts stay until new ones arrive. */
export function createCounts<Counts>({ schedule, published, built, standIn, onMissing }: Deps<Counts>) {
  const $counts = atom<Counts | null>(null)
  const requests = latestOnly()
  let [isSupported, isBuilt] = [true, false]
  /** Cache keys of the shown counts and of those under way. */
  let [shown, pending] = ['', '']

  async function ask(filters: Filters, source: Source, signal: AbortSignal): Promise<Counts | null> {
    isBuilt = false
    if (source === 'snapshot') return built(filters)
    try {
      if (isSupported) return await retryAfter(schedule, signal, () => published(filters, signal))
    } catch (problem) {
      if (isUnsupported(problem)) {
        isSupported = false
        onMissing?.()
      }
    }
    if (!standIn || signal.aborted) return null
    const counts = await built(filters)
    isBuilt = true
    return counts
  }
  const drop = () => {
    requests.end()
    pending = ''
  }
  return {
    $counts,
    /** True when what is shown is of the last build, though the results are not. */
    isBuilt: () => isBuilt,
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
