import { atom } from 'nanostores'
import { ApiError } from '#client/errors.ts'
import { collection as collectionSchema, type Collection } from '#contract/collection.ts'
import { rowsOf } from '../shared/rows.ts'
import { createTurns } from '../shared/turns.ts'
import type { CollectionInfo } from './collection-stores.ts'
import type { CollectionParts } from './parts.ts'
import type { Reach } from './reach.ts'

type Around = Pick<CollectionParts, 'client' | 'snapshot'> & {
  reach: Reach
  /** What the chosen collection is called; null when there is no such. */
  named(id: number, name: string | null): void
}

/** Every collection for the choice of one, and the one that is chosen with what is around it (spec §2 "Collection info box"). */
export function createCollections({ client, snapshot, reach, named }: Around) {
  const $collections = atom<readonly Collection[]>([])
  const $info = atom<CollectionInfo | null>(null)
  const [listTurns, infoTurns] = [createTurns(), createTurns()]
  let chosen: number | null = null

  async function list(signal: AbortSignal, parent?: number): Promise<Collection[]> {
    const query = { parent_collection: parent, visibility: 'published' }
    return rowsOf(collectionSchema, await client.read('collections', { query, signal })).filter(isPublished)
  }
  /** Null when there is no such published collection. */
  async function one(id: number, signal: AbortSignal): Promise<Collection | null> {
    try {
      const read = await client.call('collection', { path: { id }, signal })
      return isPublished(read) ? read : null
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) return null
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
    const turn = listTurns.next()
    const read = await reach.either(turn.signal, () => list(turn.signal), snapshot.collections)
    if (turn.isCurrent()) $collections.set(read)
  }
  async function readInfo(id: number): Promise<void> {
    const turn = infoTurns.next()
    const read = await reach.either(
      turn.signal,
      () => published(id, turn.signal),
      () => built(id),
    )
    if (!turn.isCurrent()) return
    $info.set(read)
    named(id, read?.collection.collection_name ?? null)
  }
  // What cannot be read stays as it was, until the API is there again.
  const load = () => void readList().catch(() => {})
  const loadInfo = (id: number) => void readInfo(id).catch(() => {})

  return {
    $collections,
    $info,
    choose(id: number | null) {
      if (id === chosen) return
      chosen = id
      infoTurns.end()
      $info.set(null)
      if (id !== null) loadInfo(id)
    },
    load,
    /** Asks for all once more: the API is there again. */
    renew() {
      load()
      if (chosen !== null) loadInfo(chosen)
    },
    stop() {
      listTurns.end()
      infoTurns.end()
    },
  }
}

/** A server may not say it where everything that it lists is published. */
const isPublished = ({ visibility }: Collection) => visibility !== 'draft'
