import { atom } from 'nanostores'
import { loadErrorOf } from '#client/errors.ts'
import { collection as collectionSchema, type Collection } from '#contract/collection.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { validRows } from '../shared/rows.ts'
import type { ApiStatus } from './api-status.ts'
import type { CollectionInfo } from './collection-stores.ts'
import type { CollectionDeps } from './deps.ts'

type Deps = Pick<CollectionDeps, 'client' | 'snapshot'> & {
  apiStatus: ApiStatus
  /** Reports the name of the chosen collection; null when it does not exist. */
  onName(id: number, name: string | null): void
}

/** All collections to choose from, and the chosen one with its parent and children (spec §2 "Collection info box"). */
export function createCollections({ client, snapshot, apiStatus, onName }: Deps) {
  const $collections = atom<readonly Collection[]>([])
  const $info = atom<CollectionInfo | null>(null)
  const [listRequests, infoRequests] = [latestOnly(), latestOnly()]
  let chosen: number | null = null

  async function list(signal: AbortSignal, parent?: number): Promise<Collection[]> {
    const query = { parent_collection: parent, visibility: 'published' }
    return validRows(collectionSchema, await client.read('collections', { query, signal })).filter(isPublished)
  }
  /** Null when there is no such published collection. */
  async function one(id: number, signal: AbortSignal): Promise<Collection | null> {
    try {
      const read = await client.call('collection', { path: { id }, signal })
      return isPublished(read) ? read : null
    } catch (problem) {
      if (loadErrorOf(problem) === 'missing') return null
      throw problem
    }
  }
  async function published(id: number, signal: AbortSignal): Promise<CollectionInfo | null> {
    const [collection, children] = await Promise.all([one(id, signal), list(signal, id)])
    if (!collection) return null
    const above = collection.parent_collection
    const parent = above === null ? null : await one(above, signal)
    return { collection, parent, children: children.filter((each) => each.parent_collection === id) }
  }
  async function built(id: number): Promise<CollectionInfo | null> {
    const all = await snapshot.collections()
    const find = (wanted: number | null) => all.find((each) => each.id === wanted) ?? null
    const collection = find(id)
    if (!collection) return null
    const children = all.filter((each) => each.parent_collection === id)
    return { collection, parent: find(collection.parent_collection), children }
  }

  async function readList(): Promise<void> {
    const { signal, isCurrent } = listRequests.next()
    const read = await apiStatus.withFallback(signal, () => list(signal), snapshot.collections)
    if (isCurrent()) $collections.set(read)
  }
  async function readInfo(id: number): Promise<void> {
    const { signal, isCurrent } = infoRequests.next()
    const read = await apiStatus.withFallback(
      signal,
      () => published(id, signal),
      () => built(id),
    )
    if (!isCurrent()) return
    $info.set(read)
    onName(id, read?.collection.collection_name ?? null)
  }
  // After a failure the old value stays until the API is back.
  const load = () => void readList().catch(() => {})
  const loadInfo = (id: number) => void readInfo(id).catch(() => {})

  return {
    $collections,
    $info,
    /** A collection with all that lie below it, as far as the list is known. */
    withBelow(id: number): number[] {
      const found = new Set([id])
      for (const above of found)
        for (const each of $collections.get()) if (each.parent_collection === above) found.add(each.id)
      return [...found]
    },
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

/** A server whose list is always published may leave the field out. */
const isPublished = ({ visibility }: Collection) => visibility !== 'draft'
