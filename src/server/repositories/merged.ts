import { sql } from 'kysely'
import { MERGED_KINDS, type MergedKind, type MergedRecord } from '#contract/merged.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from './conditions.ts'
import { type ReadState, memoizeUntilChange } from './archive-state.ts'

/** The table of each kind. */
export const MERGED_TABLES = {
  people: 'person',
  organizations: 'organization',
  subjects: 'subject',
  collections: 'collection',
  locations: 'location',
} as const satisfies Record<MergedKind, string>

/** From a merged record's kind and id (`people 5`) to the id of the one that stays. */
export type Survivors = ReadonlyMap<string, number>

/** Records that became part of others, and parts that were split off until that was undone. */
const merges = (db: Db) =>
  db
    .selectFrom('operation')
    .where(sql<boolean>`(type = 'merge' and undone_at is null or type = 'split' and undone_at is not null)`)

/** Where all merges lead, also over several. An id that is in use again (an import) leads to itself. */
export async function readSurvivors(db: Db): Promise<Survivors> {
  const rows = await merges(db).select(['kind', 'record_key', 'into_id']).execute()
  if (rows.length === 0) return new Map()
  const open = rows.map(({ kind, record_key, into_id }) => ({ kind, from_id: Number(record_key), into_id: into_id! }))
  const next = new Map(open.map(({ kind, from_id, into_id }) => [`${kind} ${from_id}`, into_id]))
  for (const [kind, some] of Map.groupBy(open, (each) => each.kind as MergedKind)) {
    const ids = some.map(({ from_id }) => from_id)
    const there = db.selectFrom(MERGED_TABLES[kind] as 'person').select('id')
    for (const { id } of await there.where(isOneOf('id', ids)).execute()) next.delete(`${kind} ${id}`)
  }
  const survivors = new Map<string, number>()
  for (const { kind, from_id } of open) {
    let id: number | undefined = next.get(`${kind} ${from_id}`)
    if (id === undefined) continue
    for (let into = next.get(`${kind} ${id}`); into !== undefined; into = next.get(`${kind} ${id}`)) id = into
    survivors.set(`${kind} ${from_id}`, id)
  }
  return survivors
}

/** The id that answers for another: its own, unless the record became part of another. */
export const survivorOf = (survivors: Survivors, kind: string, id: number): number =>
  survivors.get(`${kind} ${id}`) ?? id

/** Parameters of lists that name records which can be merged. */
const PARAMETERS: Record<string, MergedKind> = {
  ...{ people: 'people', people_or: 'people', people_and: 'people' },
  ...{ person: 'people', person1: 'people', person2: 'people' },
  ...{ organizations: 'organizations', ids: 'organizations', organization: 'organizations' },
  ...{ subjects_or: 'subjects', subjects_and: 'subjects' },
  ...{ collection: 'collections', collections: 'collections', parent_collection: 'collections' },
  ...{ location: 'locations', places: 'locations', succession: 'locations' },
}

/** A query with the ids of those that stay. */
export function resolveQuery<Q extends object>(survivors: Survivors, query: Q): Q {
  if (survivors.size === 0) return query
  const resolve = (name: string, value: unknown) => {
    const kind = PARAMETERS[name]
    if (kind === undefined) return value
    if (typeof value === 'number') return survivorOf(survivors, kind, value)
    return Array.isArray(value) ? [...new Set((value as number[]).map((id) => survivorOf(survivors, kind, id)))] : value
  }
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, resolve(name, value)])) as Q
}

/** Merged records and where they lead. */
export function createMerged(db: Db, state: ReadState) {
  const cached = memoizeUntilChange<Survivors>(state, 1)
  return {
    /** Read again after each change of the archive. */
    survivors: (): Promise<Survivors> => cached('', () => readSurvivors(db)),
    /** Merged records that had a page, whose survivor has one. */
    async list(): Promise<MergedRecord[]> {
      const survivors = await readSurvivors(db)
      const rows = await merges(db)
        .select(['kind', sql<number>`cast(record_key as bigint)`.as('id')])
        .where('public', '=', 1)
        .orderBy('kind')
        .orderBy('id')
        .execute()
      if (rows.length === 0) return []
      const published = new Map<string, Set<number>>()
      for (const kind of MERGED_KINDS) {
        const table = MERGED_TABLES[kind]
        const found = db.selectFrom(table as 'person').select('id')
        // Zones take no part in the review.
        const shown = table === 'location' ? found : found.where('visibility', '=', 'published')
        const ids = await shown.where(isOneOf('id', [...survivors.values()])).execute()
        published.set(kind, new Set(ids.map(({ id }) => id)))
      }
      return rows.flatMap(({ kind, id }) => {
        const into = survivors.get(`${kind} ${id}`)
        return into !== undefined && published.get(kind)!.has(into) ? [{ kind: kind as MergedKind, id, into }] : []
      })
    },
  }
}
