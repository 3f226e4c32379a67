import type { Transaction } from 'kysely'
import type * as v from 'valibot'
import { API } from '#contract/messages.ts'
import type { DeskRecord, RecordFields, RecordKind, conflict } from '#contract/record.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { Refusal, notFound } from '../http/errors.ts'
import { loadDeskRecord, ownVersion, tagOf } from './desk-record.ts'
import { versionOf } from './fields.ts'
import type { RecordKey } from './fields.ts'
import { changesSince } from './history.ts'
import { shownSteps } from './shown-links.ts'
import { isInsider } from './standing.ts'

type ConflictBody = v.InferOutput<typeof conflict>

/** 412 with what was changed meanwhile, by whom, and the record as it is now. */
class Conflict extends Refusal {
  override readonly body: ConflictBody & Refusal['body']

  constructor(changed: ConflictBody['changed'], record: DeskRecord) {
    super(412, API.changedMeanwhile, { etag: tagOf(record) })
    this.body = { detail: API.changedMeanwhile, changed, record } as unknown as ConflictBody & Refusal['body']
  }
}

/** Versions in an If-Match header; none in `*`, nor in weak ones: they do not say what was read. */
const namedIn = (header: string): string[] =>
  [...header.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, version]) => (weak ? [] : [version!]))

interface Expected {
  kind: RecordKind
  key: RecordKey
  fields: RecordFields
  /** If-Match. */
  header: string | undefined
  /** Its scans and the drafts that become public with it were read as well (desk-record.ts). */
  whole?: boolean
}

/**
 * The caller has read the record as it is.
 * @throws {Refusal} 428 where no version is named, 412 (contract `conflict`) where another one is.
 */
export async function requireVersion(
  trx: Transaction<Tables>,
  caller: Caller,
  { kind, key, fields, header, whole = false }: Expected,
): Promise<void> {
  const named = namedIn(header ?? '')
  if (named.length === 0) throw new Refusal(428, API.versionNeeded)
  const isOwn = named.map(ownVersion).includes(versionOf(fields))
  if (isOwn && !whole) return
  const record = await loadDeskRecord(trx, caller, kind, key)
  if (!record) throw notFound()
  if (isOwn && named.includes(record.version)) return
  const changed = isInsider(caller, record) ? await changesSince(trx, kind, key, ownVersion(named[0]!)) : []
  throw new Conflict(await shownSteps(trx, caller, kind, changed), record)
}
