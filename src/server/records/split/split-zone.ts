import type { InferOutput } from 'valibot'
import type { Geometry } from '#contract/location.ts'
import { SPLIT } from '#contract/review-messages.ts'
import type { splitRequest } from '#contract/split.ts'
import type { Caller } from '#rules/access/permissions.ts'
import { OUTLINE } from '#rules/map/outlines/messages.ts'
import { splitOutline } from '#rules/map/outlines/split-outline.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { changesBetween, recordAudit } from '../audit.ts'
import { requireEditable } from '../edit-record.ts'
import { readFields, versionOf, writeFields } from '../fields.ts'
import { readReviewStatus } from '../reviewed.ts'
import { stepOf } from '../removal/removals.ts'
import { auditAffected, idText } from '../rows/affected-records.ts'
import { isRow, readSchema } from '../rows/schema.ts'
import { untyped } from '../tables.ts'
import { addRecord, rebuildIfPublished } from '../write-record.ts'
import { findLinks, type LinkingRow } from './zone-links.ts'

/** Outlines around a split, for its undo. */
export interface SplitOutlines {
  before: Geometry
  kept: Geometry
  added: Geometry
}

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
 * A zone becomes two. One part keeps the id with everything that refers to it; the other is a new zone, to which the chosen links go.
 * @returns the ids of the split and of the new zone.
 * @throws {DomainError} not-found, forbidden, version-required, changed, invalid by field, conflict.
 */
export async function splitZone(trx: Trx, caller: Caller, split: Split): Promise<{ id: number; added: number }> {
  const { key, header, request } = split
  const { status, fields } = await requireEditable(trx, { caller, kind: 'locations', key, header })
  const before = fields['geometry'] as Geometry | null
  const parts = before ? splitOutline(before, request.line) : { problem: OUTLINE.none }
  if ('problem' in parts) throw new DomainError('invalid', { line: [parts.problem] })
  const outlines: SplitOutlines = {
    before: before!,
    kept: parts[request.keeps],
    added: parts[request.keeps === 'left' ? 'right' : 'left'],
  }
  const moving = linksThatMove(await findLinks(trx, await readSchema(trx), key), split, status.label)

  const { name, address, altnames } = request
  const newZone = { name, address, altnames, geometry: outlines.added }
  const added = (await addRecord(trx, caller, { kind: 'locations', action: 'added', fields: newZone })).key as number
  const label = (await readReviewStatus(trx, 'locations', added))!.label
  const note = SPLIT.note(status.label, label)
  await writeFields(trx, 'locations', key, { ...fields, geometry: outlines.kept })
  const after = (await readFields(trx, 'locations', key))!
  await recordAudit(trx, {
    ...{ caller, action: 'split', kind: 'locations', key, note },
    changes: changesBetween(fields, after),
    version: versionOf(after),
  })
  await auditAffected(trx, caller, moving, { added: 'added', removed: 'removed', note }, async () => {
    for (const { table, column, row } of moving) {
      await untyped(trx)
        .updateTable(table)
        .set({ [column]: added })
        .where(isRow(row))
        .execute()
    }
  })
  const step = await stepOf(trx, caller)
  const { id } = await trx
    .insertInto('split')
    .values(({ selectFrom, fn, val }) => ({
      ...{ kept_id: key, added_id: added, outlines: JSON.stringify(outlines), ...step },
      last_merge: selectFrom('merge').select((of) => fn.coalesce(of.fn.max('merge.id'), val(0)).as('id')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await rebuildIfPublished(trx, 'Split', status)
  return { id, added }
}
