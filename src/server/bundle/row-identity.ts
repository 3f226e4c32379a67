import { sql } from 'kysely'
import { STORY_LINKS, withIds } from '#rules/stories/story-blocks.ts'
import { readIdMarks } from '../database/id-marks.ts'
import type { Db } from '../database/tables.ts'
import { IS_EDIT, type Change } from '../records/audit.ts'
import { RECORD_LINKS, RECORD_TABLES, untyped } from '../records/tables.ts'
import { readSurvivors } from '../repositories/merged.ts'
import type { BundleSource } from './bundle-source.ts'
import { LOWEST_DERIVED, keysIn, type Key, type Row } from './bundle-row.ts'
import { type ListName, LISTS } from './lists.ts'
import { flatZone } from '../records/fields.ts'
import { readRecord } from '../records/from-columns.ts'

/** The record of a row, and the last step of the audit trail about it that the source has seen. */
interface Known {
  record: Key
  step: number
  /** False if it was recognized now. */
  noted: boolean
}
/** What a row is to the archive. `other`: its number is that of a record which may be from an earlier import, but is called differently. */
export type Origin = Known | 'new' | 'removed' | 'merged' | 'other'
export const isKnown = (origin: Origin): origin is Known => typeof origin === 'object'

/** The last steps about a record: of any kind, of those that change its fields, and of its beginning. */
interface Steps {
  any: number
  edited: number
  added: number
}
const NO_STEPS: Steps = { any: 0, edited: 0, added: 0 }
const lastOf = (condition: string) => sql<number>`max(case when ${sql.raw(condition)} then id else 0 end)`
const EDITED = lastOf(IS_EDIT)
const ADDED = lastOf("action in ('submitted', 'added')")

/** What the archive knows of a list, in memory. */
async function readList(db: Db, list: ListName, source: string) {
  const [table, key]: readonly [string, string] = RECORD_TABLES[list]
  const records = await untyped(db).selectFrom(table).select(key).execute()
  const noted = await db.selectFrom('imported_row').selectAll().where('list', '=', list).execute()
  const audit = db.selectFrom('audit').select((eb) => ['record_key', eb.fn.max('id').as('any')])
  const steps = await audit
    .select([EDITED.as('edited'), ADDED.as('added')])
    .where('kind', '=', list)
    .groupBy('record_key')
    .execute()
  const toKnown = (text: string, step: number): Known => ({
    ...{ record: list === 'lots' ? text : Number(text), step, noted: true },
  })
  const own = noted.filter((row) => row.source === source)
  const earlier = noted.find((row) => row.source === '')
  return {
    records: new Set(records.map((row) => row[key] as Key)),
    steps: new Map(steps.map(({ record_key, ...each }) => [record_key, each as Steps])),
    rows: new Map(own.map((row) => [row.key, toKnown(row.record_key, row.step)])),
    /** Up to this id a record may be from an import that was not noted, unless it is in `taken`. */
    earlier: Number(earlier?.record_key ?? 0),
    taken: new Set(noted.filter((row) => row !== earlier).map((row) => row.record_key)),
    /** Records for the keys of new rows. */
    ids: new Map<Key, Key>(),
  }
}

/**
 * Tells which record each row of a bundle is: the one that came from the same source and key before, and no other. Numbers of a bundle are ids of the archive
 * only for its own export, for lots (their number is their name), and in links to what the bundle does not have. Lists have to be loaded first.
 */
export async function createRowIdentity(
  db: Db,
  from: BundleSource,
  { own, replace }: { own: string; replace: boolean },
) {
  const { source, lastStep = 0 } = from
  const isOwn = source === own
  /** What was decided about numbers of earlier imports. */
  const decided = new Map<string, Origin>()
  let [reading, marks, survivors] = [db, await readIdMarks(db), await readSurvivors(db)]
  let lists = new Map<ListName, Awaited<ReturnType<typeof readList>>>()
  const survivor = (list: ListName, record: Key) => survivors.get(`${list} ${record}`)

  /** A record that is meant though it was never imported. */
  function implied(list: ListName, key: Key): Known | undefined {
    const { records, steps } = lists.get(list)!
    if (list === 'lots') return records.has(key) ? { record: key, step: 0, noted: false } : undefined
    if (!isOwn || typeof key !== 'number') return undefined
    const { any, added } = steps.get(String(key)) ?? NO_STEPS
    const wasThere = records.has(key) ? added <= lastStep : any > lastStep
    return wasThere ? { record: key, step: lastStep, noted: false } : undefined
  }

  /** The number is another archive's: a record here that has it, too, is not meant. */
  const isOthers = (list: ListName, key: Key): boolean =>
    lists.get(list)!.rows.has(String(key)) || decided.has(`${list} ${key}`) || (from.lastStep !== undefined && !isOwn)

  const identity = {
    /** Reads a list and those that it links to. */
    async load(list: ListName): Promise<void> {
      for (const name of [list, ...Object.values(list === 'stories' ? STORY_LINKS : RECORD_LINKS[list])])
        if (!lists.has(name)) lists.set(name, await readList(reading, name, source))
    },
    origin(list: ListName, key: Key): Origin {
      const { rows, records } = lists.get(list)!
      const found = rows.get(String(key)) ?? decided.get(`${list} ${key}`) ?? implied(list, key) ?? 'new'
      if (!isKnown(found) || records.has(found.record)) return found
      return survivor(list, found.record) !== undefined ? 'merged' : replace ? 'new' : 'removed'
    },
    /** Decides whether a row is the record of an earlier import that has its number: if both have the same name. Returns what tells them apart. */
    async recognize(list: ListName, key: Key, row: Row, cells: Row): Promise<Change[]> {
      const { records, earlier, taken } = lists.get(list)!
      const record = Number(key)
      if (isOwn || !(record <= earlier) || !records.has(record) || taken.has(String(record))) return []
      const differing = await differingNames(reading, list, record, identity.withRecords(list, row), cells)
      const isSame = differing.length === 0
      decided.set(`${list} ${key}`, isSame ? { record, step: 0, noted: false } : replace ? 'new' : 'other')
      return differing
    },
    /** The record that a link means: of a row of the bundle, of an earlier one of its source, or else of the archive. */
    find(list: ListName, key: Key): Key | undefined {
      const { rows, records, ids } = lists.get(list)!
      const origin = identity.origin(list, key)
      if (isKnown(origin)) return origin.record
      if (origin === 'merged') return survivor(list, rows.get(String(key))?.record ?? key)
      if (origin !== 'new' || ids.has(key)) return ids.get(key)
      return !isOthers(list, key) && records.has(key) ? key : undefined
    },
    /** A row with ids of the archive in its links; a link is undefined where one of its records is not there. */
    withRecords(list: ListName, row: Row): Row {
      const translated = { ...row }
      for (const [field, link] of Object.entries(RECORD_LINKS[list])) {
        const keys = keysIn(row[field])
        if (keys.length === 0) continue
        const found = new Set(keys.map((key) => identity.find(link, key)))
        translated[field] = found.has(undefined) ? undefined : Array.isArray(row[field]) ? [...found] : [...found][0]
      }
      if (list === 'stories')
        translated['text'] = withIds(
          String(row['text']),
          (kind, id) => identity.find(kind, id) ?? (isOthers(kind, id) ? undefined : id),
        )
      return translated
    },
    /** Gives every new row its record: its own number if that is higher than any that the archive has ever given, otherwise the next one. */
    allocate(list: ListName, keys: Iterable<Key> = []): void {
      const { ids } = lists.get(list)!
      const added = [...keys].filter((key) => identity.origin(list, key) === 'new')
      const mark = marks.get(RECORD_TABLES[list][0]) ?? 0
      const keeps = (key: Key) => list === 'lots' || (typeof key === 'number' && key > mark && key < LOWEST_DERIVED)
      let last = added.reduce<number>(
        (most, key) => (typeof key === 'number' && keeps(key) && key > most ? key : most),
        mark,
      )
      for (const key of added) ids.set(key, keeps(key) ? key : ++last)
    },
    /** What happened to a record since its source has seen it last. */
    since(list: ListName, { record, step }: Known) {
      const { any, edited } = lists.get(list)!.steps.get(String(record)) ?? NO_STEPS
      return { last: Math.max(any, step), isEdited: edited > step, isReviewed: any > step }
    },
    /** Forgets what was read, for the transaction of the import. */
    async renew(trx: Db): Promise<void> {
      lists = new Map()
      ;[reading, marks, survivors] = [trx, await readIdMarks(trx), await readSurvivors(trx)]
    },
  }
  return identity
}
export type RowIdentity = Awaited<ReturnType<typeof createRowIdentity>>

/** The record in the form of a row of its list. */
export const toFlatRow = (list: ListName, record: Row): Row => (list === 'locations' ? flatZone(record) : record)

/** What a row and a record are called, where that differs; all of it, if the row's columns have no name. @param row with ids of the archive. */
async function differingNames(db: Db, list: ListName, record: Key, row: Row, cells: Row): Promise<Change[]> {
  const before = toFlatRow(list, (await readRecord(db, list, record))!)
  const names = LISTS[list].identity ?? []
  const given = names.filter((field) => field in cells)
  return names
    .filter((field) => given.length === 0 || (field in cells && (before[field] ?? '') !== (row[field] ?? '')))
    .map((field) => ({ field, before: before[field], after: row[field] }))
}
