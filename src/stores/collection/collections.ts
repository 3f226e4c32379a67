import { atom } from 'nanostores'
import type { Collection } from '#contract/collection.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { CollectionInfo } from './collection-stores.ts'
import type { createNames } from './names.ts'
import type { Sources } from './sources.ts'

interface Deps {
  sources: Sources
  names: Pick<ReturnType<typeof createNames>, 'set'>
}

/** All collections to choose from, and the chosen one with its parent and children (spec §2 "Collection info box"). */
export function createCollections({ sources, names }: Deps) {
  const $collections = atom<readonly Collection[]>([])
  const $info = atom<CollectionInfo | null>(null)
  const [listRequests, infoRequests] = [latestOnly(), latestOnly()]
  let chosen: number | null = null

  async function readList(): Promise<void> {
    const { signal, isCurrent } = listRequests.next()
    const read = await sources.ask(signal, (source) => source.collections(signal))
    if (isCurrent()) $collections.set(read)
  }
  async function readInfo(id: number): Promise<void> {
    const { signal, isCurrent } = infoRequests.next()
    const read = await sources.ask(signal, (source) => source.collection(id, signal))
    if (!isCurrent()) return
    $info.set(read)
    names.set('collection', id, read?.collection.collection_name ?? null)
  }
  // After a failure the old value stays until the API is back.
  const load = () => void readList().catch(() => {})
  const loadInfo = (id: number) => void readInfo(id).catch(() => {})

  return {
    $collections,
    $info,
    choose(id: number | null) {
      if (id === chosen) return
      chosen = id
      infoRequests.end()
      $info.set(null)
      if (id !== null) loadInfo(id)
    },
    load,
    /** Loads everything again: the API is back. */
    reload() {
      load()
      if (chosen !== null) loadInfo(chosen)
    },
    stop() {
      listRequests.end()
      infoRequests.end()
    },
  }
}
