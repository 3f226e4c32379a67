import { sql, type RawBuilder } from 'kysely'
import type { HarvestedKind } from '#contract/oai.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { memoizeUntilChange, type ReadState } from './archive-state.ts'
import { isOneOf } from './conditions.ts'
import { readSettings } from './settings.ts'
import { lastChanged } from './view.ts'

/** A record that a catalogue may have: `at` is in seconds, without a zone (UTC). */
export interface Harvested {
  id: number
  at: string
  isGone: boolean
}
interface Gone extends Harvested {
  /** That of an item, when it went. */
  collection: number | null
}
interface HarvestPage {
  kind: HarvestedKind
  /** The id after which it begins. */
  after: number
  /** First and last second. */
  from: string
  until: string
  /** Only items of these. */
  collections?: readonly number[] | undefined
  limit: number
}

/** Of records that were there before changes were dated. */
export const EARLIEST = '1970-01-01T00:00:00'

const isPublished = sql<boolean>`visibility = 'published'`
const SOURCES: Record<
  HarvestedKind,
  { table: string; changed: RawBuilder<string | null>; isShown: RawBuilder<boolean> }
> = {
  items: { table: 'item', changed: sql`item.updated_at`, isShown: isPublished },
  people: { table: 'person', changed: lastChanged('person'), isShown: isPublished },
  organizations: { table: 'organization', changed: lastChanged('organization'), isShown: isPublished },
  locations: { table: 'location', changed: lastChanged('location'), isShown: sql`true` },
}

/**
 * Which records there are to harvest and when each changed last, what is not public any more included. What a record says is read by the repositories of its
 * kind. By id and not by date: a record that changes during a harvest stays in its place.
 */
export function createHarvest(reader: ArchiveDatabase, state: ReadState) {
  const cached = memoizeUntilChange<readonly Gone[]>(state, 4)

  /** What was withdrawn, removed or merged, by id; for ever, since the audit trail keeps it. */
  const gone = (kind: HarvestedKind): Promise<readonly Gone[]> =>
    cached(kind, async () => {
      const { table, isShown } = SOURCES[kind]
      const collection = kind === 'items' ? sql`(select collection_id from item where item.id = step.id)` : sql`null`
      const { rows } = await sql<{ id: number; at: string; fields: string; collection: number | null }>`
        select id, at, fields, ${collection} as collection
        from (select cast(record_key as bigint) as id, id as step, substr(at, 1, 19) as at, fields from audit
          where kind = ${kind} and action in ('unpublished', 'removed', 'merged')) as step
        where not exists (select 1 from ${sql.table(table)} as there where there.id = step.id and ${isShown})
        order by step`.execute(reader)
      const last = new Map(rows.map((row) => [Number(row.id), row]))
      return [...last]
        .map(([id, { at, fields, collection: left }]) => ({
          id,
          at,
          isGone: true,
          collection: left ?? collectionIn(fields),
        }))
        .sort((a, b) => a.id - b.id)
    })

  async function there({ kind, after, from, until, collections, limit }: HarvestPage): Promise<Harvested[]> {
    const { table, changed, isShown } = SOURCES[kind]
    const inSet = collections ? isOneOf('item.collection_id', collections) : sql`true`
    const id = sql.ref(`${table}.id`)
    const { rows } = await sql<{ id: number; at: string }>`select id, at
      from (select id, case when changed > stepped then changed else stepped end as at
        from (select ${id} as id, coalesce(substr(${changed}, 1, 19), ${sql.lit(EARLIEST)}) as changed,
            coalesce((select substr(audit.at, 1, 19) from audit where kind = ${sql.lit(kind)}
              and record_key = cast(${id} as text) order by audit.id desc limit 1), ${sql.lit(EARLIEST)}) as stepped
          from ${sql.table(table)} where ${id} > ${after} and ${isShown} and ${inSet}) as dated) as stamped
      where at >= ${from} and at <= ${until} order by id limit ${limit}`.execute(reader)
    return rows.map((row) => ({ ...row, isGone: false }))
  }

  return {
    settings: () => readSettings(reader),
    /** The next records of a kind, by id. */
    async page(asked: HarvestPage): Promise<Harvested[]> {
      const { kind, after, from, until, collections, limit } = asked
      const left = (await gone(kind)).filter(
        ({ id, at, collection }) =>
          id > after && at >= from && at <= until && (!collections || collections.includes(collection ?? 0)),
      )
      const all = [...(await there(asked)), ...left.slice(0, limit)]
      return all.sort((a, b) => a.id - b.id).slice(0, limit)
    },
    /** One record; undefined if there never was one. */
    async find(kind: HarvestedKind, id: number): Promise<Harvested | undefined> {
      const every = { kind, after: id - 1, from: '', until: '9999', limit: 1 }
      const [first] = await this.page(every)
      return first?.id === id ? first : undefined
    },
    gone,
  }
}

function collectionIn(fields: string): number | null {
  const changes = JSON.parse(fields) as { field: string; before: unknown }[]
  return (changes.find(({ field }) => field === 'collection')?.before as number | null | undefined) ?? null
}
