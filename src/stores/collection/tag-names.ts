import { ApiError } from '#client/errors.ts'
import { zoneName } from '#rules/names.ts'
import { createTurns } from '../shared/turns.ts'
import type { Filters } from './collection-stores.ts'
import { tagsOf, type NamedKind } from './filters.ts'
import type { CollectionParts } from './parts.ts'
import type { Reach } from './reach.ts'
import type { TagRows } from './tag-rows.ts'

/** What a record is called that an address names and nobody knows. */
export const UNKNOWN: Record<NamedKind, string> = {
  people: 'Unknown person',
  subjects: 'Unknown subject',
  organizations: 'Unknown organization',
  collection: 'Unknown collection',
  place: 'Unknown place',
}
type Lookup = Exclude<NamedKind, 'collection'>
type Names = ReadonlyMap<number, string>

type Around = Pick<CollectionParts, 'client' | 'snapshot'> & {
  rows: TagRows
  reach: Reach
  /** Called when there are new names. */
  learned(): void
}

/** What the records are called that filters name: an address says ids only. Collections are told by whoever loads them. */
export function createTagNames({ client, snapshot, rows, reach, learned }: Around) {
  const names = new Map<string, string>()
  const turns = createTurns()
  const keyOf = (kind: NamedKind, id: number) => `${kind} ${id}`

  async function placeName(id: number, signal: AbortSignal): Promise<[number, string][]> {
    try {
      const { properties } = await client.call('location', { path: { id }, signal })
      return [[id, zoneName(properties)]]
    } catch (problem) {
      if (problem instanceof ApiError && problem.status === 404) return []
      throw problem
    }
  }
  async function published(kind: Lookup, ids: readonly number[], signal: AbortSignal): Promise<Names> {
    if (kind === 'place') return new Map((await Promise.all(ids.map((id) => placeName(id, signal)))).flat())
    return new Map((await rows.byId(kind, ids, signal)).map(({ id, name }) => [id, name]))
  }
  const built = (kind: Lookup, ids: readonly number[]): Promise<Names> =>
    snapshot.names(kind === 'place' ? 'places' : kind, ids)

  async function lookUp(kind: Lookup, ids: readonly number[], signal: AbortSignal): Promise<void> {
    const read = await reach.either(
      signal,
      () => published(kind, ids, signal),
      () => built(kind, ids),
    )
    for (const id of ids) names.set(keyOf(kind, id), read.get(id) ?? UNKNOWN[kind])
    learned()
  }
  return {
    /** Null while it is not known. */
    nameOf: (kind: NamedKind, id: number): string | null => names.get(keyOf(kind, id)) ?? null,
    know(kind: NamedKind, id: number, name: string | null) {
      names.set(keyOf(kind, id), name ?? UNKNOWN[kind])
    },
    /** Asks for the names that are not known yet. What was under way is asked for anew. */
    fill(filters: Filters) {
      const missing = new Map<Lookup, number[]>()
      for (const [kind, { id }] of tagsOf(filters)) {
        if (kind === 'collection' || names.has(keyOf(kind, id))) continue
        missing.set(kind, [...(missing.get(kind) ?? []), id])
      }
      if (missing.size === 0) return
      const { signal } = turns.next()
      // A name that could not be asked for is asked for with the next change.
      for (const [kind, ids] of missing) lookUp(kind, ids, signal).catch(() => {})
    },
    /** What was unknown to the last build may be known to the API. */
    doubt() {
      for (const [key, name] of names) {
        if (Object.values(UNKNOWN).includes(name)) names.delete(key)
      }
    },
    stop: turns.end,
  }
}
