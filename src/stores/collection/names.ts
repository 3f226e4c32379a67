import { atom } from 'nanostores'
import type { CollectionSearch } from '#rules/addresses/collection-address.ts'
import { latestOnly } from '../shared/latest-only.ts'
import { recordsOf, type NamedKind } from './queries.ts'
import type { Sources } from './sources.ts'

/** Names for ids in an address that match no record. */
const UNKNOWN: Record<NamedKind, string> = {
  people: 'Unknown person',
  subjects: 'Unknown subject',
  organizations: 'Unknown organization',
  collection: 'Unknown collection',
  place: 'Unknown place',
}
type Lookup = Exclude<NamedKind, 'collection'>

const keyOf = (kind: NamedKind, id: number) => `${kind} ${id}`
type Names = ReadonlyMap<string, string>
/** Null while it is unknown. */
export const nameIn = (names: Names) => (kind: NamedKind, id: number) => names.get(keyOf(kind, id)) ?? null

/** Names of the records in the filters, because an address holds only ids. Collections set theirs when they load. */
export function createNames(sources: Sources) {
  const $names = atom<Names>(new Map())
  const requests = latestOnly()
  const add = (kind: NamedKind, named: readonly (readonly [id: number, name: string | null | undefined])[]) =>
    $names.set(
      new Map([...$names.get(), ...named.map(([id, name]) => [keyOf(kind, id), name ?? UNKNOWN[kind]] as const)]),
    )

  async function lookUp(kind: Lookup, ids: readonly number[], signal: AbortSignal): Promise<void> {
    const read = await sources.ask(signal, (source) => source.names(kind, ids, signal))
    add(
      kind,
      ids.map((id) => [id, read.get(id)]),
    )
  }
  return {
    $names,
    /** Null for a record that does not exist. */
    set: (kind: NamedKind, id: number, name: string | null) => add(kind, [[id, name]]),
    /** Loads unknown names, replacing a request under way. */
    loadMissing(search: CollectionSearch) {
      const missing = new Map<Lookup, number[]>()
      for (const [kind, id] of recordsOf(search)) {
        if (kind === 'collection' || $names.get().has(keyOf(kind, id))) continue
        missing.set(kind, [...(missing.get(kind) ?? []), id])
      }
      if (missing.size === 0) return
      const { signal } = requests.next()
      // A failed lookup is repeated with the next change.
      for (const [kind, ids] of missing) lookUp(kind, ids, signal).catch(() => {})
    },
    /** The API may know what the last build did not. */
    forgetUnknown: () =>
      $names.set(new Map([...$names.get()].filter(([, name]) => !Object.values(UNKNOWN).includes(name)))),
    stop: requests.end,
  }
}
