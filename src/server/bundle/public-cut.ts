import { sql } from 'kysely'
import * as v from 'valibot'
import { REVIEWED_KINDS, type RecordFields, type RecordKind } from '#contract/record.ts'
import { staffFields } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import { RECORD_LINKS, RECORD_TABLES, untyped } from '../records/tables.ts'
import { PUBLIC, visible } from '../repositories/view.ts'
import { LISTS, type ListName } from './lists.ts'

/** Reduces a row of a bundle to what visitors see of it; undefined where that is nothing. Lists come in the order of LIST_NAMES. */
export type PublicCut = (list: ListName, row: RecordFields) => RecordFields | undefined

export const isPicture = (list: ListName) => list === 'scans' || list === 'person_images'

/** What is published is decided by the view of the public, as for reads. */
export async function createPublicCut(db: Db): Promise<PublicCut> {
  const hidden: Partial<Record<RecordKind, Set<unknown>>> = {}
  for (const kind of REVIEWED_KINDS) {
    const [table] = RECORD_TABLES[kind]
    // Of a person's published pictures, visitors see the newest.
    const isReplaced = sql<boolean>`exists (select 1 from person_image as newer
      where newer.person_id = person_image.person_id and newer.id > person_image.id and ${visible('newer', PUBLIC)})`
    const isHidden = sql<boolean>`not ${visible(table, PUBLIC)}`
    const rows = await untyped(db)
      .selectFrom(table)
      .select('id')
      .where((eb) => (kind === 'person_images' ? eb.or([isHidden, isReplaced]) : isHidden))
      .execute()
    hidden[kind] = new Set(rows.map(({ id }) => id))
  }
  return (list, { state: _, ...row }) => {
    const texts = (row['properties'] ?? row) as RecordFields
    for (const field of staffFields(list)) delete texts[field]
    if (hidden[list]?.has(row[LISTS[list].key])) return undefined
    for (const [field, of] of Object.entries(RECORD_LINKS[list])) {
      const isHidden = (id: unknown) => hidden[of]?.has(id) ?? false
      const ids = row[field]
      if (Array.isArray(ids)) row[field] = ids.filter((id) => !isHidden(id))
      else if (isHidden(ids)) {
        if (!v.is(LISTS[list].columns[field]!.schema, null)) return undefined
        row[field] = null
      }
    }
    return row
  }
}
