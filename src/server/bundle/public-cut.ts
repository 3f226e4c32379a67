import { sql } from 'kysely'
import * as v from 'valibot'
import { REVIEWED_KINDS, type RecordFields, type RecordKind } from '#contract/record.ts'
import { staffFields } from '#rules/access/permissions.ts'
import type { Db } from '../database/tables.ts'
import { HAS_ORIGINAL } from '../records/from-columns.ts'
import { RECORD_LINKS, RECORD_TABLES, untyped } from '../records/tables.ts'
import { PUBLIC, visible } from '../repositories/view.ts'
import { LISTS, type ListName } from './lists.ts'

/** Reduces a row of a bundle to what visitors see of it; undefined where that is nothing. Lists come in the order of LIST_NAMES. */
export type PublicCut = (list: ListName, row: RecordFields) => RecordFields | undefined

/** Of people whose privacy is kept, no row of these is public, and of others not these fields (rules/access/living.ts). */
const OF_FAMILY: ReadonlySet<ListName> = new Set(['relationships', 'graves', 'person_images', 'residents'])
const KEPT: Partial<Record<ListName, readonly string[]>> = {
  people: Object.keys(LISTS.people.columns).filter(
    (field) => !['id', 'first_name', 'middle_name', 'surname', 'spouses', 'visibility'].includes(field),
  ),
  ownership: ['date', 'date_text', 'source'],
  employment: ['date_start', 'date_start_text', 'date_end', 'date_end_text'],
}

export const isPicture = (list: ListName) => HAS_ORIGINAL.has(list)

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
  const kept = await db.selectFrom('person').select('id').where('privacy', '<>', 'full').execute()
  const names = new Set<unknown>(kept.map(({ id }) => id))
  return (list, { state: _, hidden_until: until, ...row }) => {
    const texts = (row['properties'] ?? row) as RecordFields
    for (const field of staffFields(list)) if (field !== 'living') delete texts[field]
    if (until || hidden[list]?.has(row[LISTS[list].key])) return undefined
    if (OF_FAMILY.has(list) && ['person', 'person1', 'person2'].some((field) => names.has(row[field]))) return undefined
    for (const field of KEPT[list] ?? []) if (names.has(row[list === 'people' ? 'id' : 'person'])) delete row[field]
    if (list === 'people') {
      // Where it is imported, nothing else tells.
      if (names.has(row['id'])) row['living'] = 'private'
      row['spouses'] = ((row['spouses'] as number[] | undefined) ?? []).filter((id) => !names.has(id))
    }
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
