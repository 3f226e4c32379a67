import { sql } from 'kysely'
import { API } from '#contract/messages.ts'
import type { MergedKind } from '#contract/merged.ts'
import { MERGE } from '#contract/review-messages.ts'
import type { Trx } from '../../database/tables.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { readSocietyId } from '../../repositories/settings.ts'
import type { ReviewStatus } from '../reviewed.ts'

/** One of the two records. */
export type MergedRow = Pick<ReviewStatus, 'label' | 'state'> & { key: number }

const conflict = (sentence: string) => new DomainError('conflict', sentence)

/** The column that names a parent of the same kind. */
const PARENTS: Partial<Record<MergedKind, string>> = {
  subjects: 'subject_parent',
  collections: 'parent_collection',
}

/** True if `above` is an ancestor of `below`, of whatever degree, drafts included. */
export async function isAncestor(trx: Trx, kind: MergedKind, above: number, below: number): Promise<boolean> {
  const parent = PARENTS[kind]
  const step =
    kind === 'people'
      ? sql`select person1_id from relationship join up on relationship.person2_id = up.id where relationship_type = 'parent'`
      : sql`select ${sql.ref(`row.${parent}`)} from ${sql.table(kind === 'subjects' ? 'subject' : 'collection')} as row
          join up on row.id = up.id where ${sql.ref(`row.${parent}`)} is not null`
  const { rows } = await sql`with recursive up(id) as (select cast(${below} as bigint) union ${step})
    select 1 from up where id = ${above} and ${above} <> ${below}`.execute(trx)
  return rows.length > 0
}

/** Accounts of the society have more rights (rules/access), which a merge must not give. */
async function requireSameMembers(trx: Trx, from: MergedRow, into: MergedRow): Promise<void> {
  const society = await readSocietyId(trx)
  if (from.key === society) throw conflict(MERGE.isSociety)
  if (into.key !== society) return
  const account = await trx
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', from.key)
    .executeTakeFirst()
  if (account) throw conflict(MERGE.newMembers(from.label))
}

/**
 * Checks that two records can become one.
 * @throws {DomainError} invalid for the record itself; conflict with the reason.
 */
export async function checkMerge(trx: Trx, kind: MergedKind, from: MergedRow, into: MergedRow): Promise<void> {
  if (from.key === into.key) throw new DomainError('invalid', { into: [API.namesItself] })
  for (const { state, label } of [from, into])
    if (state === 'discarded' || state === 'hidden') throw conflict(MERGE[state](label))
  if (from.state === 'published' && into.state !== 'published') throw conflict(MERGE.intoDraft(from.label, into.label))
  if (kind === 'organizations') return requireSameMembers(trx, from, into)
  if (kind === 'locations') return
  if (kind === 'people') {
    const married = await trx
      .selectFrom('person_spouse')
      .select('person_id')
      .where('person_id', 'in', [from.key, into.key])
      .where('spouse_id', 'in', [from.key, into.key])
      .executeTakeFirst()
    if (married) throw conflict(MERGE.married(from.label, into.label))
    if (await isAncestor(trx, kind, into.key, from.key)) throw conflict(MERGE.ancestor(into.label, from.label))
  }
  if (await isAncestor(trx, kind, from.key, into.key)) {
    throw conflict((kind === 'people' ? MERGE.ancestor : MERGE.above)(from.label, into.label))
  }
}
