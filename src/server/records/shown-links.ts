import type { Kysely } from 'kysely'
import { REVIEWED_KINDS } from '#contract/record.ts'
import type { RecordFields, RecordKind } from '#contract/record.ts'
import { isAtLeast } from '#rules/permissions.ts'
import type { Caller } from '#rules/permissions.ts'
import { LIST_TABLES, anyTable } from '../bundle/archive-keys.ts'
import { LISTS } from '../bundle/lists.ts'
import type { Tables } from '../database/tables.ts'
import { among } from '../repositories/conditions.ts'
import { visible } from '../repositories/view.ts'

/** What is nothing without the person or organization that it is of: it is read with them or not at all. */
const HANGING: readonly RecordKind[] = [
  'relationships',
  'graves',
  'person_images',
  'ownership',
  'employment',
  'organization_locations',
]

/**
 * The fields as this caller may read them: an id of somebody else's draft, which staff may have tied to it, is left out of a list, and null where
 * it stands alone; undefined for what hangs on such a draft. Staff see every id.
 */
export async function shownLinks(
  db: Kysely<Tables>,
  caller: Caller,
  kind: RecordKind,
  fields: RecordFields,
): Promise<RecordFields | undefined> {
  if (isAtLeast(caller, 'staff')) return fields
  const shown = { ...fields }
  for (const [field, { link }] of Object.entries(LISTS[kind].columns)) {
    const named = fields[field]
    if (!link || named == null || !(REVIEWED_KINDS as readonly RecordKind[]).includes(link)) continue
    const [table] = LIST_TABLES[link]
    const rows = await db
      .selectFrom(anyTable(table))
      .select('id')
      .where(among(`${table}.id`, [named].flat() as number[]))
      .where(visible(table, { reach: caller.id === null ? 'published' : 'own', viewer: caller.id ?? 0 }))
      .execute()
    const seen = new Set<unknown>(rows.map(({ id }) => id))
    if (!Array.isArray(named) && !seen.has(named) && HANGING.includes(kind)) return undefined
    shown[field] = Array.isArray(named) ? named.filter((id) => seen.has(id)) : seen.has(named) ? named : null
  }
  return shown
}
