import type { Kysely } from 'kysely'
import type { AuditEntry, RecordFields, RecordKind, ReviewedKind } from '#contract/record.ts'
import { isReviewedKind } from '#contract/record.ts'
import { isAtLeast } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import type { Tables } from '../database/tables.ts'
import { among } from '../repositories/conditions.ts'
import { sightOf, visible } from '../repositories/view.ts'
import { RECORD_LINKS } from './links.ts'
import { RECORD_TABLES, anyTable } from './tables.ts'

type Db = Kysely<Tables>

/** What is nothing without the person or organization that it is of: strangers read it with them or not at all. */
const HANGING: readonly RecordKind[] = [
  'relationships',
  'graves',
  'person_images',
  'ownership',
  'employment',
  'organization_locations',
]

/** Fields of a kind that name records which may be drafts. */
const draftLinks = (kind: RecordKind): [field: string, link: ReviewedKind][] =>
  Object.entries(RECORD_LINKS[kind]).flatMap(([field, link]): [string, ReviewedKind][] =>
    isReviewedKind(link) ? [[field, link]] : [],
  )

/** What a caller may read of values that stand, or stood, in the fields of a kind. */
type Veil = (field: string, value: unknown) => unknown

/**
 * Leaves ids of drafts that this caller may not see out of lists, and puts null where one stands alone. Staff see every id.
 * @param states of records of the kind: the veil is good for the values in them.
 */
async function veilOver(db: Db, caller: Caller, kind: RecordKind, states: readonly RecordFields[]): Promise<Veil> {
  if (isAtLeast(caller, 'staff')) return (_, value) => value
  const seen = new Map<string, Set<unknown>>()
  for (const [field, link] of draftLinks(kind)) {
    const ids = new Set(states.flatMap((state) => state[field] ?? []))
    const [table] = RECORD_TABLES[link]
    const rows = await db
      .selectFrom(anyTable(table))
      .select('id')
      .where(among(`${table}.id`, [...ids] as number[]))
      .where(visible(table, sightOf(caller)))
      .execute()
    seen.set(field, new Set<unknown>(rows.map(({ id }) => id)))
  }
  return (field, value) => {
    const known = seen.get(field)
    if (!known || value == null) return value
    if (Array.isArray(value)) return value.filter((id) => known.has(id))
    return known.has(value) ? value : null
  }
}

const throughVeil = (veil: Veil, fields: RecordFields): RecordFields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, veil(field, value)]))

/** The fields as this caller may read them: ids of somebody else's drafts, which staff may have tied to it, are not among them. */
export async function shownLinks(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
): Promise<RecordFields> {
  return throughVeil(await veilOver(db, caller, kind, [fields]), fields)
}

/** True for what hangs on a record that the reader of these shown fields may not see. */
export const hangsOnHidden = (kind: RecordKind, fields: RecordFields, shown: RecordFields): boolean =>
  HANGING.includes(kind) && draftLinks(kind).some(([field]) => fields[field] != null && shown[field] == null)

/** Steps of a record as this caller may read them; of a step that only tied or untied what they may not see, they read that there was one. */
export async function shownSteps(
  db: Db,
  caller: Caller,
  kind: RecordKind,
  steps: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const said = steps.flatMap((step) =>
    step.fields.flatMap(({ field, before, after }) => [{ [field]: before }, { [field]: after }]),
  )
  const veil = await veilOver(db, caller, kind, said)
  return steps.map((step) => ({
    ...step,
    fields: step.fields.flatMap((change) => {
      const before = veil(change.field, change.before)
      const after = veil(change.field, change.after)
      const told = JSON.stringify(before) !== JSON.stringify(after)
      return told ? [{ ...change, before, after }] : []
    }),
  }))
}

/**
 * A list that somebody sent who does not see all of it, with what they do not see put back in its place: behind what it stood behind.
 * @param shown what they see of `before`.
 */
export function withHidden(before: readonly unknown[], shown: readonly unknown[], sent: readonly unknown[]): unknown[] {
  const known = new Set(shown)
  const whole = [...sent]
  for (const [at, id] of before.entries()) {
    if (known.has(id)) continue
    const ahead = before.slice(0, at).findLast((each) => whole.includes(each))
    whole.splice(whole.indexOf(ahead) + 1, 0, id)
  }
  return whole
}
