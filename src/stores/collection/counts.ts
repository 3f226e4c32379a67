import { atom } from 'nanostores'
import { createTurns } from '../shared/turns.ts'
import type { Filters, Source } from './collection-stores.ts'
import { saysNoSuchCall } from './reach.ts'

interface Around<Counts> {
  published(filters: Filters, signal: AbortSignal): Promise<Counts>
  built(filters: Filters): Promise<Counts>
}

/**
 * What is counted beside a list of results, from where the list came from. Null where that cannot count; what was counted before stays until a newer
 * answer is there.
 */
export function createCounts<Counts>({ published, built }: Around<Counts>) {
  const $counts = atom<Counts | null>(null)
  const turns = createTurns()
  let hasCall = true
  /** What the counts that are shown are of, and those that are asked for. */
  let [shown, asked] = ['', '']

  async function ask(filters: Filters, source: Source, signal: AbortSignal): Promise<Counts | null> {
    if (source === 'snapshot') return built(filters)
    if (!hasCall) return null
    try {
      return await published(filters, signal)
    } catch (problem) {
      if (saysNoSuchCall(problem)) hasCall = false
      throw problem
    }
  }
  const drop = () => {
    turns.end()
    asked = ''
  }
  return {
    $counts,
    /** `key` says what the counts depend on: what is known already is not asked for again. */
    async show(filters: Filters, key: string, source: Source): Promise<void> {
      const wanted = `${source} ${key}`
      if (asked === wanted) return
      drop()
      if (shown === wanted) return
      asked = wanted
      const turn = turns.next()
      const counts = await ask(filters, source, turn.signal).catch(() => null)
      if (!turn.isCurrent()) return
      // What failed is asked for with the next list.
      shown = counts === null ? '' : wanted
      asked = ''
      $counts.set(counts)
    },
    /** What is under way is wanted no more: a newer list is. */
    drop,
  }
}
