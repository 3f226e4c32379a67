import { computed } from 'nanostores'
import type { Collection } from '#contract/collection.ts'
import { resource } from '../shared/resource.ts'
import type { CollectionInfo } from './collection-stores.ts'
import type { createNames } from './names.ts'
import type { Sources } from './sources.ts'

interface Deps {
  sources: Sources
  names: Pick<ReturnType<typeof createNames>, 'set'>
}

/** All collections to choose from, and the chosen one with its parent and children (spec §2 "Collection info box"). */
export function createCollections({ sources, names }: Deps) {
  // After a failure the old value stays until the API is back.
  const list = resource((signal) => sources.ask(signal, (source) => source.collections(signal)))
  const info = resource(async (signal, id: number) => {
    const read = await sources.ask(signal, (source) => source.collection(id, signal))
    if (!signal.aborted) names.set('collection', id, read?.collection.collection_name ?? null)
    return read
  })
  let chosen: number | null = null

  return {
    $collections: computed(list.$resource, ({ value }): readonly Collection[] => value ?? NONE),
    $info: computed(info.$resource, ({ value }): CollectionInfo | null => value ?? null),
    choose(id: number | null) {
      if (id === chosen) return
      chosen = id
      info.clear()
      if (id !== null) void info.load(id)
    },
    load: list.load,
    /** Loads everything again: the API is back. */
    reload() {
      void list.load()
      if (chosen !== null) void info.load(chosen)
    },
    stop() {
      list.end()
      info.end()
    },
  }
}
const NONE: readonly Collection[] = []
