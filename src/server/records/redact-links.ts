import {
  type AuditEntry,
  type RecordFields,
  type RecordKind,
  type ReviewedKind,
  isReviewedKind,
} from '#contract/record.ts'
import { isAtLeast, staffFields, type Caller } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { viewForCaller, visible } from '../repositories/view.ts'
import { RECORD_LINKS, RECORD_TABLES, anyTable } from './tables.ts'

/** Kinds that only make sense with the person or organization that they refer to. */
const DEPENDENT_KINDS: readonly RecordKind[] = [
  'relationships',
  'graves',
  'person_images',
  'ownership',
  'employment',
  'residents',
  'organization_locations',
]

/** Fields that refer to records which may be drafts. */
const draftLinks = (kind: RecordKind): [field: string, link: ReviewedKind][] =>
  Object.entries(RECORD_LINKS[kind]).flatMap(([field, link]): [string, ReviewedKind][] =>
    isReviewedKind(link) ? [[field, link]] : [],
  )

/**
 * Redacts ids of drafts that the caller may not see: removed from lists, single ids become null. Staff see everything.
 * @param states the records whose ids to look up.
 */
async function createRedact(db: Db, caller: Caller, kind: RecordKind, states: readonly RecordFields[]) {
  if (isAtLeast(caller, 'staff')) return (_field: string, value: unknown) => value
  const notTheirs = staffFields(kind)
  const seen = new Map<string, Set<unknown>>()
  for (const [field, link] of draftLinks(kind)) {
    const ids = new Set(states.flatMap((state) => state[field] ?? []))
    const [table] = RECORD_TABLES[link]
    const rows = await db
      .selectFrom(anyTable(table))
      .select('id')
      .where(isOneOf(`${table}.id`, [...ids] as number[]))
      .where(visible(table, viewForCaller(caller)))
      .execute()
    seen.set(field, new Set<unknown>(rows.map(({ id }) => id)))
  }
  return (field: string, value: unknown): unknown => {
    if (notTheirs.includes(field)) return undefined
    const known = seen.get(field)
    if (!known || value == null) return value
    if (Array.isArray(value)) return value.filter((id) => known.has(id))
    return known.has(value) ? value : null
  }
}

/** The fields as the caller may see them, without ids of other people's drafts and what only staff read. */
export async function redactLinks(db: Db, caller: Caller, kind: RecordKind, fields: RecordFields) {
  const redact = await createRedact(db, caller, kind, [fields])
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, redact(field, value)]))
}

/** True if the record depends on one that the reader may not see. */
export const dependsOnHidden = (kind: RecordKind, fields: RecordFields, shown: RecordFields): boolean =>
  DEPENDENT_KINDS.includes(kind) && draftLinks(kind).some(([field]) => fields[field] != null && shown[field] == null)

/** Audit entries as the caller may see them; changes of hidden references are left out. */
export async function redactHistory(db: Db, caller: Caller, kind: RecordKind, steps: readonly AuditEntry[]) {
  const states = steps.flatMap((step) =>
    step.fields.flatMap(({ field, before, after }) => [{ [field]: before }, { [field]: after }]),
  )
  const redact = await createRedact(db, caller, kind, states)
  return steps.map((step) => ({
    ...step,
    fields: step.fields.flatMap((change) => {
      const before = redact(change.field, change.before)
      const after = redact(change.field, change.after)
      const isVisible = JSON.stringify(before) !== JSON.stringify(after)
      return isVisible ? [{ ...change, before, after }] : []
    }),
  }))
}

/** Puts ids that were hidden from the sender back into a list, each behind its predecessor. @param shown the visible ids of `before`. */
export function restoreHidden(before: readonly unknown[], shown: readonly unknown[], sent: readonly unknown[]) {
  const known = new Set(shown)
  const whole = [...sent]
  for (const [at, id] of before.entries()) {
    if (known.has(id)) continue
    const ahead = before.slice(0, at).findLast((each) => whole.includes(each))
    whole.splice(whole.indexOf(ahead) + 1, 0, id)
  }
  return whole
}
