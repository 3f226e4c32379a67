import type * as v from 'valibot'
import { API } from '#contract/messages.ts'
import type { DeskRecord, RecordFields, RecordKind, conflict } from '#contract/record.ts'
import { MERGE, REMOVAL } from '#contract/review-messages.ts'
import { isAtLeast, type Caller } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { loadDeskRecord, ownVersion, etagOf } from './desk-record.ts'
import { versionOf, type RecordKey } from './fields.ts'
import { changesSince, historyOf } from './audit.ts'
import { readSurvivors, survivorOf } from '../repositories/merged.ts'
import { removalOf } from './undo/operation-list.ts'
import { redactHistory } from './redact-links.ts'
import { seesReviewDetails } from './reviewed.ts'

type ConflictBody = v.InferOutput<typeof conflict>

/** 412 with the changes since the caller's version, and the current record. */
class Conflict extends DomainError {
  override readonly body: ConflictBody & Record<string, unknown>

  constructor(changed: ConflictBody['changed'], record: DeskRecord, detail: string = API.changedMeanwhile) {
    super('changed', detail, { version: etagOf(record) })
    this.body = { detail, changed, record }
  }
}

/** Why a record is not there: it became part of another (412 with that one), or was removed, or there is none. */
export async function whyGone(trx: Db, caller: Caller, kind: RecordKind, key: RecordKey): Promise<DomainError> {
  const survivor = survivorOf(await readSurvivors(trx), kind, Number(key))
  const record = survivor === key ? undefined : await loadDeskRecord(trx, caller, kind, survivor)
  if (record) {
    const steps = (await historyOf(trx, kind, key)).filter(({ action }) => action === 'merged').slice(0, 1)
    const changed = seesReviewDetails(caller, record) ? await redactHistory(trx, caller, kind, steps) : []
    const merge = await trx
      .selectFrom('operation')
      .select('label')
      .where('type', '=', 'merge')
      .where('kind', '=', kind)
      .where('record_key', '=', String(key))
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    return new Conflict(changed, record, MERGE.became(merge?.label ?? '', record.label))
  }
  const removal = isAtLeast(caller, 'staff') && (await removalOf(trx, kind, key))
  return removal ? new DomainError('not-found', REMOVAL.removed(removal.label, removal.actor)) : notFound()
}

/** The strong ETags of an If-Match header; `*` and weak ones do not tell what was read. @throws {DomainError} version-required, without any. */
function versionsIn(header = ''): string[] {
  const all = [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, version]) => (weak ? [] : [version!]))
  if (all.length === 0) throw new DomainError('version-required', API.versionNeeded)
  return all
}

/** Checks the version of what is not a record. `detail` says that it was changed. @throws {DomainError} version-required, or changed. */
export function requireSame(header: string | undefined, version: string, detail: string): void {
  if (!versionsIn(header).includes(version)) throw new DomainError('changed', detail, { version: etagOf({ version }) })
}

interface Expected {
  kind: RecordKind
  key: RecordKey
  fields: RecordFields
  /** If-Match. */
  header: string | undefined
  /** Also check scans and dependent drafts (desk-record.ts). */
  whole?: boolean
}

/** Checks the caller's version. @throws {DomainError} version-required, or changed (contract `conflict`). */
export async function requireVersion(trx: Db, caller: Caller, { kind, key, fields, header, whole = false }: Expected) {
  const versions = versionsIn(header)
  const isOwn = versions.map(ownVersion).includes(versionOf(fields))
  if (isOwn && !whole) return
  const record = await loadDeskRecord(trx, caller, kind, key)
  if (!record) throw notFound()
  if (isOwn && versions.includes(record.version)) return
  const changed = seesReviewDetails(caller, record) ? await changesSince(trx, kind, key, ownVersion(versions[0]!)) : []
  throw new Conflict(await redactHistory(trx, caller, kind, changed), record)
}
