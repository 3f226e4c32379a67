import { sql } from 'kysely'
import type { HarvestedKind } from '#contract/oai.ts'
import type { ArchiveDatabase } from '../database/archive-database.ts'
import { BY_RULE } from '#rules/access/living.ts'
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
/** Records after an id, of some seconds; `collections` are those of items. */
type Asked = Record<'from' | 'until', string> &
  Record<'after' | 'limit', number> & { collections?: number[] | undefined }

/** Of records that were there before changes were dated. */
export const EARLIEST = '1970-01-01T00:00:00'

const reviewed = { isShown: sql<boolean>`visibility = 'published'` }
const SOURCES = {
  items: { table: 'item', changed: sql<string | null>`item.updated_at`, ...reviewed },
  people: { table: 'person', changed: lastChanged('person'), ...reviewed },
  organizations: { table: 'organization', changed: lastChanged('organization'), ...reviewed },
  locations: { table: 'location', changed: lastChanged('location'), isShown: sql<boolean>`true` },
} as const

/**
 * Which records there are to harvest and when each changed last, with those that are not public any more. What a record says is read by the repositories of its
 * kind. By id and not by date: a record that changes during a harvest stays in its place.
 */
export function createHarvest(reader: ArchiveDatabase, state: ReadState) {
  const cached = memoizeUntilChange<readonly Harvested[]>(state, 4)

  /** What was withdrawn, removed or merged: for ever, since the audit trail keeps it; and whom the rule for the living hides. */
  const gone = (kind: HarvestedKind): Promise<readonly Harvested[]> =>
    cached(kind, async () => {
      const { table, isShown } = SOURCES[kind]
      const { rows } = await sql<{ id: number; at: string }>`select id, max(at) as at
        from (select cast(record_key as bigint) as id, substr(at, 1, 19) as at from audit
            where kind = ${kind} and action in ('unpublished', 'removed', 'merged')
          union all select person.id, substr(last_changed.at, 1, 19) from person
            join last_changed on last_changed.kind = 'person' and last_changed.id = person.id
            where hidden_until = ${sql.lit(BY_RULE)} and ${sql.lit(kind)} = 'people') as step
        where not exists (select 1 from ${sql.table(table)} as there where there.id = step.id and ${isShown})
        group by id`.execute(reader)
      return rows.map(({ id, at }) => ({ id: Number(id), at, isGone: true }))
    })

  async function there(kind: HarvestedKind, { from, until, after, limit, collections }: Asked): Promise<Harvested[]> {
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

  /** The next records of a kind. What is gone is in every set: catalogues do not mind what they never had. */
  async function page(kind: HarvestedKind, asked: Asked): Promise<Harvested[]> {
    const { from, until, after, limit } = asked
    const left = (await gone(kind)).filter(({ id, at }) => id > after && at >= from && at <= until)
    return [...(await there(kind, asked)), ...left].sort((a, b) => a.id - b.id).slice(0, limit)
  }

  return { page, gone, settings: () => readSettings(reader) }
}
