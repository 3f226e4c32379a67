import type { InferOutput } from 'valibot'
import type { Geometry } from '#contract/location.ts'
import { SPLIT } from '#contract/review-messages.ts'
import type { splitRequest, ZoneLinks } from '#contract/split.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { splitOutline } from '#rules/map/outlines/split-outline.ts'
import type { Trx, Db } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { recordChange } from '../audit.ts'
import { requireEditable } from '../edit-record.ts'
import type { RecordKey } from '../fields.ts'
import { readReviewStatus } from '../reviewed.ts'
import { auditAffected, idText, recordOfRow } from '../rows/affected-records.ts'
import { findRow, readSchema, rowsWhere, type Schema } from '../rows/schema.ts'
import { createChangeLog, recordOperation } from '../undo/operations.ts'
import { succeed, type LinkingRow } from './succeed.ts'
import { addRecord, rebuildIfPublished } from '../write-record.ts'
import type { RecordKind } from '#contract/record.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { namesOf } from '../names.ts'

interface Split {
  key: number
  /** If-Match. */
  header: string | undefined
  request: InferOutput<typeof splitRequest>
}

/** The links that go to the new part. @throws {DomainError} conflict, if there are others than the caller has seen; invalid, if one is not the zone's. */
function linksThatMove(links: readonly LinkingRow[], { request }: Split, label: string): LinkingRow[] {
  if (links.length !== request.links) throw new DomainError('conflict', SPLIT.otherLinks(label))
  const byId = new Map(links.map((link) => [idText(link), link]))
  const moving = new Map(request.moves.map((move) => [idText(move), byId.get(idText(move))]))
  const unknown = request.moves.filter((move) => !byId.has(idText(move)))
  if (unknown.length > 0) {
    throw new DomainError('invalid', { moves: unknown.map(({ kind, key }) => SPLIT.notLinked(kind, key)) })
  }
  return [...moving.values()].filter((link) => link !== undefined)
}

/**
 * A zone becomes two. One part keeps the id with everything that refers to it; the other is a new zone, to which the chosen links go. With a year, both are
 * new (succeed.ts).
 * @returns the ids of the operation and of the new zone, the first of two.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid by field, conflict.
 */
export async function splitZone(
  trx: Trx,
  caller: Caller,
  split: Split,
): Promise<{ id: number; added: number; became?: string }> {
  const { key, header, request } = split
  const { status, fields } = await requireEditable(trx, { caller, kind: 'locations', key, header })
  const before = fields['geometry'] as Geometry | null
  const parts = before ? splitOutline(before, request.line) : { problem: OUTLINE.none }
  if ('problem' in parts) throw new DomainError('invalid', { line: [parts.problem] })
  const schema = await readSchema(trx)
  const log = createChangeLog(trx, schema)
  const moving = linksThatMove(await findLinks(trx, schema, key), split, status.label)

  const { name, address, altnames, year } = request
  const newZone = { name, address, altnames, geometry: parts[request.keeps === 'left' ? 'right' : 'left'] }
  if (year !== null) {
    const other = { name: request.other_name, address: request.other_address, geometry: parts[request.keeps] }
    return succeed(trx, caller, { year, from: [key], into: [newZone, other], moving })
  }
  const added = (await addRecord(trx, caller, { kind: 'locations', action: 'added', fields: newZone })).key as number
  const label = (await readReviewStatus(trx, 'locations', added))!.label
  const note = SPLIT.note(status.label, label)
  await log.added('location', { id: added })
  const row = (await findRow(trx, schema, 'location', { id: key }))!
  await log.update('location', row, { geometry: JSON.stringify(parts[request.keeps]) })
  await recordChange(trx, { caller, action: 'split', kind: 'locations', key, before: fields, note })
  await auditAffected(trx, caller, moving, { added: 'added', removed: 'removed', note }, async () => {
    for (const { table, column, row: each } of moving) await log.update(table, each, { [column]: added })
  })
  // After an undo, the number of the new part leads to the other one.
  const operation = { type: 'split' as const, kind: 'locations', record_key: String(added), into_id: key }
  const id = await recordOperation(trx, caller, { ...operation, label, public: 1 }, log.changes)
  await rebuildIfPublished(trx, 'Split', status)
  return { id, added }
}

/**
 * Every row that refers to a zone, of all tables that the schema names. What refers to a lot goes with its lot; which place came out of which is changed in
 * the form of the later one.
 */
async function findLinks(db: Db, schema: Schema, zone: number): Promise<LinkingRow[]> {
  const found: LinkingRow[] = []
  for (const { table, column, parent } of schema.references) {
    if (parent !== 'location' || table === 'location_predecessor') continue
    for (const row of await rowsWhere(db, schema, table, column, zone)) {
      const { kind, key } = recordOfRow(table, row)!
      found.push({ kind, key, table, column, row })
    }
  }
  return found
}

/** Characters of a description, to tell it from others. */
const BEGINNING = 80

/** What tells links of a kind apart: the owners of a lot, the beginning of a description, the number of an item. */
async function detailsOf(db: Db, kind: RecordKind, keys: readonly RecordKey[]): Promise<Map<RecordKey, string>> {
  if (kind === 'lots') return ownersOf(db, keys)
  if (kind === 'items') return new Map(keys.map((key) => [key, `No. ${key}`]))
  if (kind !== 'location_descriptions') return new Map()
  const rows = await db
    .selectFrom('location_description')
    .select(['id', 'description'])
    .where(isOneOf('id', keys))
    .execute()
  return new Map(rows.map(({ id, description }) => [id, description.slice(0, BEGINNING)]))
}

/** "2 owners" of each lot that has any. */
async function ownersOf(db: Db, lots: readonly RecordKey[]): Promise<Map<RecordKey, string>> {
  const rows = await db
    .selectFrom('ownership')
    .select(['lot_num', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isOneOf('lot_num', lots))
    .groupBy('lot_num')
    .execute()
  return new Map(rows.map(({ lot_num, count }) => [lot_num, count === 1 ? '1 owner' : `${count} owners`]))
}

/** Everything that refers to a zone, with names; undefined if there is no such zone. */
export async function readZoneLinks(db: Db, zone: number): Promise<ZoneLinks | undefined> {
  const exists = await db.selectFrom('location').select('id').where('id', '=', zone).executeTakeFirst()
  if (!exists) return undefined
  const links = await findLinks(db, await readSchema(db), zone)
  const answer: ZoneLinks = []
  for (const [kind, some] of Map.groupBy(links, (link) => link.kind)) {
    const keys = some.map(({ key }) => key)
    const names = await namesOf(db, kind, keys)
    const details = await detailsOf(db, kind, keys)
    answer.push(...keys.map((key) => ({ kind, key, label: names[key] ?? '', detail: details.get(key) ?? '' })))
  }
  return answer
}
