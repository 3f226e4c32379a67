import type { Claim, RecordKind } from '#contract/record.ts'
import { REVIEW_DESK } from '#contract/limits.ts'
import type { Caller } from '#rules/access/permissions.ts'
import type { Db, Trx } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'

/** Claims that have not expired, of accounts that still work. */
const current = (db: Db) =>
  db
    .selectFrom('claim')
    .innerJoin('account', 'account.id', 'claim.account_id')
    .select(['claim.kind', 'claim.record_key', 'claim.since', 'claim.until', 'account.id', 'account.name'])
    .where('claim.until', '>', new Date().toISOString())
    .where('account.disabled_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof current>['executeTakeFirstOrThrow']>>
const toClaim = ({ id, name, since, until }: Row): Claim => ({ by: { id, name }, since, until })

/** All claims, by kind and key as in `items 12`: there are as many as cataloguers have records open. */
export async function readClaims(db: Db): Promise<Map<string, Claim>> {
  const rows = await current(db).execute()
  return new Map(rows.map((row) => [`${row.kind} ${row.record_key}`, toClaim(row)]))
}

export async function readClaim(db: Db, kind: RecordKind, key: RecordKey): Promise<Claim | null> {
  const row = await current(db)
    .where('claim.kind', '=', kind)
    .where('claim.record_key', '=', String(key))
    .executeTakeFirst()
  return row ? toClaim(row) : null
}

/** Claims or renews a record, unless somebody else has it. Deletes expired claims. */
export async function claimRecord(
  trx: Trx,
  caller: Caller,
  { kind, key, takeOver }: { kind: RecordKind; key: RecordKey; takeOver: boolean },
): Promise<{ claim: Claim; mine: boolean }> {
  const held = await readClaim(trx, kind, key)
  const isMine = held?.by.id === caller.id
  if (held && !isMine && !takeOver) return { claim: held, mine: false }
  const now = new Date()
  await endClaim(trx, kind, key)
  await trx.deleteFrom('claim').where('until', '<=', now.toISOString()).execute()
  await trx
    .insertInto('claim')
    .values({
      kind,
      record_key: String(key),
      account_id: caller.id!,
      since: isMine ? held.since : now.toISOString(),
      until: new Date(now.getTime() + REVIEW_DESK.claim).toISOString(),
    })
    .execute()
  return { claim: (await readClaim(trx, kind, key))!, mine: true }
}

/** Ends the claim of a record, or only that of the caller. */
export async function endClaim(trx: Trx, kind: RecordKind, key: RecordKey, caller?: Caller): Promise<void> {
  let query = trx.deleteFrom('claim').where('kind', '=', kind).where('record_key', '=', String(key))
  if (caller) query = query.where('account_id', '=', caller.id!)
  await query.execute()
}
