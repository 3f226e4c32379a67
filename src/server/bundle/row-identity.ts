import { sql, type RawBuilder } from 'kysely'
import { readIdMarks } from '../database/id-marks.ts'
import type { Db } from '../database/tables.ts'
import type { Change } from '../records/audit.ts'
import { readSurvivors } from '../repositories/merged.ts'
import { RECORD_LINKS, RECORD_TABLES, untyped } from '../records/tables.ts'
import type { BundleSource } from './bundle-source.ts'
import { keysIn, type Key, type Row } from './bundle-row.ts'
import type { ListName } from './lists.ts'
import { differingNames } from './same-record.ts'

/** The record of a row, and the last step of the audit trail about it that the source has seen. */
export interface Known {
  record: Key
  step: number
  /** True if the archive remembers it; false if it was recognized. */
  noted: boolean
}
/** What a row is to the archive. `other`: its number is taken by a record of an earlier import, or of this archive, that is called differently. */
export type Origin = Known | 'new' | 'removed' | 'merged' | 'other'
export const isKnown = (origin: Origin): origin is Known => typeof origin === 'object'

/** The last steps about a record: of any kind, of those that change its content, and its beginning. */
interface Steps {
  any: number
  edited: number
  added: number
}
const NO_STEPS: Steps = { any: 0, edited: 0, added: 0 }
const REVIEW_STEPS = ['published', 'returned', 'resubmitted', 'discarded', 'unpublished']
const BEGINNINGS = ['submitted', 'added']

const highest = (which: RawBuilder<unknown>) => sql<number>`max(case when ${which} then id else 0 end)`

/** What the archive knows of a list, in memory. */
async function readList(db: Db, list: ListName, { source }: BundleSource) {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const records = new Set((await untyped(db).selectFrom(table).select(key).execute()).map((row) => row[key] as Key))
  const noted = await db
    .selectFrom('imported_row')
    .select(['source', 'key', 'record_key', 'step'])
    .where('list', '=', list)
    .execute()
  const steps = await db
    .selectFrom('audit')
    .select((eb) => ['record_key', eb.fn.max('id').as('any')])
    .select([
      highest(sql`action not in (${sql.join(REVIEW_STEPS)})`).as('edited'),
      highest(sql`action in (${sql.join(BEGINNINGS)})`).as('added'),
    ])
    .where('kind', '=', list)
    .groupBy('record_key')
    .execute()
  const toKey = (text: string): Key => (list === 'lots' ? text : Number(text))
  const earlier = noted.find((row) => row.source === '')
  return {
    records,
    steps: new Map(steps.map(({ record_key, ...each }) => [record_key, each as Steps])),
    rows: new Map(
      noted
        .filter((row) => row.source === source)
        .map((row): [string, Known] => [row.key, { record: toKey(row.record_key), step: row.step, noted: true }]),
    ),
    /** Up to this id a record may be from an import that was not noted, unless it is in `taken`. */
    earlier: earlier ? Number(earlier.record_key) : 0,
    taken: new Set(noted.filter((row) => row !== earlier).map((row) => row.record_key)),
    /** Records for the keys of new rows. */
    ids: new Map<Key, Key>(),
  }
}

/**
 * Tells which record each row of a bundle is: the one that came from the same source and key before, and no other. Numbers of a bundle are never taken for ids of
 * the archive, with three exceptions: an export of this same archive, lots (their number is their name), and links to what the bundle does not have.
 */
export async function createRowIdentity(db: Db, from: BundleSource, options: { own: string; replace: boolean }) {
  const isOwn = from.source === options.own
  const { lastStep = 0 } = from
  /** An export of another archive means no records of this one. */
  const isOthers = from.lastStep !== undefined && !isOwn
  /** What a look at the rows decided about numbers of earlier imports. */
  const decided = new Map<string, Origin>()
  let lists = new Map<ListName, Awaited<ReturnType<typeof readList>>>()
  let reading = db
  let marks = await readIdMarks(db)
  let survivors = await readSurvivors(db)
  const survivor = (list: ListName, record: Key) => survivors.get(`${list} ${record}`)

  async function of(list: ListName) {
    let held = lists.get(list)
    if (!held) lists.set(list, (held = await readList(reading, list, from)))
    return held
  }
  type Held = Awaited<ReturnType<typeof of>>

  /** A record that the source means though it was never imported. */
  function implied(held: Held, list: ListName, key: Key): Known | undefined {
    if (list === 'lots') return held.records.has(key) ? { record: key, step: 0, noted: false } : undefined
    if (!isOwn || typeof key !== 'number') return undefined
    const { any, added } = held.steps.get(String(key)) ?? NO_STEPS
    const isThere = held.records.has(key) ? added <= lastStep : any > lastStep
    return isThere ? { record: key, step: lastStep, noted: false } : undefined
  }

  function originOf(held: Held, list: ListName, key: Key): Origin {
    const before = decided.get(`${list} ${key}`)
    const found = held.rows.get(String(key)) ?? before ?? implied(held, list, key) ?? 'new'
    if (!isKnown(found) || held.records.has(found.record)) return found
    if (survivor(list, found.record) !== undefined) return 'merged'
    return options.replace ? 'new' : 'removed'
  }

  const identity = {
    async origin(list: ListName, key: Key): Promise<Origin> {
      return originOf(await of(list), list, key)
    },
    /** The same for a row that is looked at for the first time: a number of an earlier import counts if both have the same name. `differing`: what tells them apart. */
    async recognize(
      list: ListName,
      key: Key,
      row: Row,
      given: ReadonlySet<string>,
    ): Promise<{ origin: Origin; differing?: Change[] }> {
      const held = await of(list)
      const origin = originOf(held, list, key)
      const record = Number(key)
      const mayBe = origin === 'new' && !isOwn && record <= held.earlier && held.records.has(record)
      if (!mayBe || held.taken.has(String(record))) return { origin }
      const differing = await differingNames(reading, list, record, await identity.withRecords(list, row), given)
      const recognized = { record, step: 0, noted: false }
      const other = options.replace ? 'new' : 'other'
      const result = differing.length === 0 ? recognized : other
      decided.set(`${list} ${key}`, result)
      return { origin: result, differing }
    },
    /** The record that a link of the bundle means: of one of its rows, of an earlier one of its source, or else of the archive. */
    async find(list: ListName, key: Key): Promise<Key | undefined> {
      const held = await of(list)
      const origin = originOf(held, list, key)
      if (isKnown(origin)) return origin.record
      if (origin === 'merged') return survivor(list, held.rows.get(String(key))?.record ?? key)
      if (origin !== 'new') return undefined
      const isOfArchive = !isOthers && !held.rows.has(String(key)) && !decided.has(`${list} ${key}`)
      return held.ids.get(key) ?? (isOfArchive && held.records.has(key) ? key : undefined)
    },
    /** The links of a row as ids of the archive; missing where there is no such record. */
    async withRecords(list: ListName, row: Row): Promise<Row> {
      const translated = { ...row }
      for (const [field, link] of Object.entries(RECORD_LINKS[list])) {
        const value = row[field]
        const found = await Promise.all(keysIn(value).map((key) => identity.find(link, key)))
        translated[field] = Array.isArray(value) ? [...new Set(found)] : (found[0] ?? value)
        if (found.includes(undefined)) translated[field] = undefined
      }
      return translated
    },
    /** Gives every new row its record: its own number if that is higher than any that the archive has ever given, otherwise the next one. */
    async allocate(list: ListName, keys: Iterable<Key>): Promise<void> {
      const held = await of(list)
      const added = [...keys].filter((key) => originOf(held, list, key) === 'new')
      const mark = marks.get(RECORD_TABLES[list][0]) ?? 0
      const keeps = (key: Key): boolean => list === 'lots' || (typeof key === 'number' && key > mark)
      let last = mark
      for (const key of added) if (typeof key === 'number' && key > last) last = key
      for (const key of added) held.ids.set(key, keeps(key) ? key : ++last)
    },
    /** What happened to a record since its source has seen it last. */
    async since(list: ListName, { record, step }: Known) {
      const { any, edited } = (await of(list)).steps.get(String(record)) ?? NO_STEPS
      return { last: Math.max(any, step), isEdited: edited > step, isReviewed: any > step }
    },
    /** Reads everything again, in the transaction of the import. */
    async renew(trx: Db): Promise<void> {
      reading = trx
      lists = new Map()
      marks = await readIdMarks(trx)
      survivors = await readSurvivors(trx)
    },
  }
  return identity
}
export type RowIdentity = Awaited<ReturnType<typeof createRowIdentity>>
