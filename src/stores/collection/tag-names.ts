import { loadErrorOf } from '#client/errors.ts'
import { zoneName } from '#rules/names/record-names.ts'
import { latestOnly } from '../shared/latest-only.ts'
import type { Filters } from './collection-stores.ts'
import { tagsOf, type NamedKind } from './filters.ts'
import type { CollectionDeps } from './deps.ts'
import type { ApiStatus } from './api-status.ts'
import type { TagRows } from './tag-rows.ts'

/** Names for ids in an address that match no record. */
const UNKNOWN: Record<NamedKind, string> = {
  people: 'Unknown person',
  subjects: 'Unknown subject',
  organizations: 'Unknown organization',
  collection: 'Unknown collection',
  place: 'Unknown place',
}
type Lookup = Exclude<NamedKind, 'collection'>
type Names = ReadonlyMap<number, string>

type Deps = Pick<CollectionDeps, 'client' | 'snapshot'> & {
  rows: TagRows
  apiStatus: ApiStatus
  /** Called when names have arrived. */
  onNames(): void
}

/** Names of the records in the filters, because an address holds only ids. Collections set theirs when they load. */
export function createTagNames({ client, snapshot, rows, apiStatus, onNames }: Deps) {
  const names = new Map<string, string>()
  const requests = latestOnly()
  const keyOf = (kind: NamedKind, id: number) => `${kind} ${id}`

  async function placeName(id: number, signal: AbortSignal): Promise<[number, string][]> {
    try {
      const { properties } = await client.call('location', { path: { id }, signal })
      return [[id, zoneName(properties)]]
    } catch (problem) {
      if (loadErrorOf(problem) === 'missing') return []
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
    const read = await apiStatus.withFallback(
      signal,
      () => published(kind, ids, signal),
      () => built(kind, ids),
    )
    for (const id of ids) names.set(keyOf(kind, id), read.get(id) ?? UNKNOWN[kind])
    onNames()
  }
  return {
    /** Null while it is unknown. */
    nameOf: (kind: NamedKind, id: number): string | null => names.get(keyOf(kind, id)) ?? null,
    set(kind: NamedKind, id: number, name: string | null) {
      names.set(keyOf(kind, id), name ?? UNKNOWN[kind])
    },
    /** Loads unknown names, replacing a request under way. */
    loadMissing(filters: Filters) {
      const missing = new Map<Lookup, number[]>()
      for (const [kind, { id }] of tagsOf(filters)) {
        if (kind === 'collection' || names.has(keyOf(kind, id))) continue
        missing.set(kind, [...(missing.get(kind) ?? []), id])
      }
      if (missing.size === 0) return
      const { signal } = requests.next()
      // A failed lookup is repeated with the next change.
      for (const [kind, ids] of missing) lookUp(kind, ids, signal).catch(() => {})
    },
    /** The API may know what the last build did not. */
    forgetUnknown() {
      for (const [key, name] of names) {
        if (Object.values(UNKNOWN).includes(name)) names.delete(key)
      }
    },
    stop: requests.end,
  }
}
