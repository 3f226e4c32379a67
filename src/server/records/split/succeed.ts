import type { Geometry } from '#contract/location.ts'
import { API } from '#contract/messages.ts'
import type { RecordFields } from '#contract/record.ts'
import { SPLIT } from '#contract/review-messages.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { dateParts } from '#rules/dates/partial-dates.ts'
import { joinOutlines } from '#rules/map/outlines/split-outline.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { requestRebuild } from '../../jobs/builds.ts'
import { isOneOf } from '../../repositories/conditions.ts'
import { namesOf } from '../names.ts'
import { auditAffected, type RecordId } from '../rows/affected-records.ts'
import { readSchema } from '../rows/schema.ts'
import { createChangeLog, digestsOf, recordOperation, rowId } from '../undo/operations.ts'
import { addRecord } from '../write-record.ts'
import type { DbRecord } from '../tables.ts'

/** A row that refers to a zone. */
export interface LinkingRow extends RecordId {
  table: string
  column: string
  row: DbRecord
}

interface Succession {
  year: number
  from: readonly number[]
  /** By default with the outline of all that they came out of. */
  into: readonly RecordFields[]
  /** Goes to the first new one; everything else stays. */
  moving?: readonly LinkingRow[]
}

/**
 * In a year, places became others: they end, the new ones begin.
 * @returns the ids of the operation and of the first new place, and what happened.
 * @throws {DomainError} invalid by field, such as `year` if one of them was not there then.
 */
export async function succeed(trx: Trx, caller: Caller, { year, from, into, moving = [] }: Succession) {
  const schema = await readSchema(trx)
  const log = createChangeLog(trx, schema)
  const date = year * 10_000
  const places = await trx.selectFrom('location').selectAll().where(isOneOf('id', from)).execute()
  const labels = await namesOf(trx, 'locations', from)
  const missing = from.filter((zone) => labels[zone] === undefined)
  if (missing.length > 0) throw new DomainError('invalid', { zones: missing.map((zone) => API.noSuchRecord(zone)) })
  const absent = places.find(
    ({ date_start, date_end }) =>
      (date_start !== null && dateParts(date_start).year > year) ||
      (date_end !== null && dateParts(date_end).year !== year),
  )
  if (absent) throw new DomainError('invalid', { year: [SPLIT.notThen(labels[absent.id]!, year)] })

  const outlines = places.map((place) => (place.geometry ? (JSON.parse(place.geometry) as Geometry) : null))
  const geometry = joinOutlines(outlines)
  const succession = from.length > 1 ? 'joined' : 'split'
  const added: number[] = []
  for (const part of into) {
    const fields = { altnames: [], geometry, ...part, date_start: date, predecessors: from, succession }
    added.push((await addRecord(trx, caller, { kind: 'locations', action: 'added', fields })).key as number)
  }
  const names = { ...labels, ...(await namesOf(trx, 'locations', added)) }
  const [ended, begun] = [from, added].map((some) => some.map((key) => names[key]!)) as [string[], string[]]
  const label = SPLIT.became(ended, begun, year)
  const keys = added.map((id) => ({ id }))
  // With their earlier places: an undo does not throw away what was changed there.
  const digests = await digestsOf(trx, schema, 'location', keys)
  for (const key of keys) {
    log.changes.push({ table: 'location', key, before: null, after: digests.get(rowId('location', key))! })
    for (const predecessor_id of from) await log.added('location_predecessor', { location_id: key.id, predecessor_id })
  }
  const affected = [...from.map((key) => ({ kind: 'locations' as const, key })), ...moving]
  await auditAffected(trx, caller, affected, { added: 'added', removed: 'removed', note: `${label}.` }, async () => {
    for (const place of places)
      if (place.date_end === null) await log.update('location', { ...place }, { date_end: date })
    for (const { table, column, row } of moving) await log.update(table, row, { [column]: added[0]! })
  })
  const operation = { type: 'succession' as const, kind: 'locations', record_key: String(from[0]) }
  const id = await recordOperation(trx, caller, { ...operation, label, public: 1 }, log.changes)
  await requestRebuild(trx, label)
  return { id, added: added[0]!, became: `${label}.` }
}
