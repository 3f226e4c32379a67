import { atom } from 'nanostores'
import type { CollectionSearch } from '#rules/addresses/collection-address.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { Source } from './collection-stores.ts'
import type { ItemSource } from './item-source.ts'
import { keyOf } from './query.ts'
import { isUnsupported, type Sources } from './sources.ts'

interface Deps<Counts> {
  sources: Sources
  read(source: ItemSource, search: CollectionSearch, signal: AbortSignal): Promise<Counts>
  /** Counts of the last build stand in where the API has none; `isBuilt` tells. */
  standIn?: true
}

/** Counts beside the results, from the same source as the results. Null where that source cannot count, unless the last build stands in; old counts stay until new ones arrive. */
export function createCounts<Counts>({ sources, read, standIn }: Deps<Counts>) {
  const $counts = atom<Counts | null>(null)
  const requests = latestOnly()
  let [isSupported, isBuilt] = [true, false]
  /** Cache keys of the shown counts and of those under way. */
  let [shown, pending] = ['', '']

  async function ask(search: CollectionSearch, source: Source, signal: AbortSignal): Promise<Counts | null> {
    isBuilt = false
    const readBuilt = async () => read(await sources.built(), search, signal)
    if (source === 'snapshot') return readBuilt()
    try {
      if (isSupported) return await sources.fromApi(signal, (api) => read(api, search, signal))
    } catch (problem) {
      if (isUnsupported(problem)) isSupported = false
    }
    if (!standIn || signal.aborted) return null
    const counts = await readBuilt()
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
    /** Counts that are shown or under way are not requested again. */
    async show(search: CollectionSearch, source: Source): Promise<void> {
      const wanted = `${source} ${keyOf(search)}`
      if (pending === wanted) return
      drop()
      if (shown === wanted) return
      pending = wanted
      const { signal, isCurrent } = requests.next()
      const counts = await ask(search, source, signal).catch(() => null)
      if (!isCurrent()) return
      // A failed request is repeated with the next list.
      shown = counts === null ? '' : wanted
      pending = ''
      $counts.set(counts)
    },
    /** Cancels the request under way: a newer search makes it obsolete. */
    drop,
  }
}
