import { type RawBuilder, sql } from 'kysely'
import {
  isReviewedKind,
  REVIEWED_KINDS,
  type DeskRecord,
  type RecordKind,
  type ReviewedKind,
} from '#contract/record.ts'
import { STORY_LINKS, namedInStory } from '#rules/stories/story-blocks.ts'
import { isOneOf } from '../repositories/conditions.ts'
import { RECORD_TABLES } from './tables.ts'
import type { Db } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import { readFields } from './fields.ts'
import { namesOf } from './names.ts'
import { readReviewed } from './reviewed.ts'

type DependentDraft = DeskRecord['brings'][number] & { kind: ReviewedKind; key: number }

type Roots = RawBuilder<unknown>

/** All waiting items, as the roots of a search for dependent drafts. */
export const WAITING_ITEMS: Roots = sql`select 'items', id from item where visibility = 'draft' and state = 'waiting'`
export function rootsOf(records: readonly { kind: ReviewedKind; key: number }[]): Roots {
  const selects = [...Map.groupBy(records, ({ kind }) => kind)].map(
    ([kind, some]) => sql`select ${sql.lit(kind)}, value from json_each(${JSON.stringify(some.map(({ key }) => key))})`,
  )
  return selects.length === 0 ? sql`select '', 0 where false` : sql.join(selects, sql` union all `)
}

/**
 * The drafts that are published along with each of many drafts, in one query: what its fields refer to (including parents of subjects and collections, and discarded ones, which the
 * publisher has to know about), and graves, pictures and relationships of people published with it. `root` is the kind and id of a root, as in `items 12`.
 */
export async function dependentsOfMany(db: Db, roots: Roots) {
  const { rows } = await sql<{ root: string; kind: ReviewedKind; key: number }>`with recursive
    roots(kind, key) as materialized (${roots}),
    items(root, id, collection, creator, studio) as materialized (select 'items ' || item.id, item.id, collection_id, creator_id, creator_organization_id
      from roots join item on item.id = roots.key where roots.kind = 'items'),
    people(root, id) as (
      select root, person_id from items cross join item_person on item_id = items.id
      union select root, person_id from items cross join item_contributor on item_id = items.id
      union select root, creator from items where creator is not null
      union select 'people ' || key, key from roots where kind = 'people'
      union select 'graves ' || key, person_id from roots join grave on grave.id = key where kind = 'graves'
      union select 'person_images ' || key, person_id from roots join person_image on person_image.id = key where kind = 'person_images'
      union select 'relationships ' || key, person1_id from roots join relationship on relationship.id = key where kind = 'relationships'
      union select 'relationships ' || key, person2_id from roots join relationship on relationship.id = key where kind = 'relationships'
      union select root, spouse_id from people join person on person.id = people.id and visibility = 'draft' and state <> 'hidden'
        join person_spouse on person_spouse.person_id = person.id),
    drafts(root, id) as materialized (select root, person.id from people join person on person.id = people.id where visibility = 'draft' and state <> 'hidden'),
    subjects(root, id) as (
      select root, subject_id from items cross join item_subject on item_id = items.id
      union select 'subjects ' || key, key from roots where kind = 'subjects'
      union select root, subject_parent from subjects join subject on subject.id = subjects.id
        where subject_parent is not null and visibility = 'draft' and state <> 'hidden'),
    collections(root, id) as (
      select root, collection from items where collection is not null
      union select 'collections ' || key, key from roots where kind = 'collections'
      union select root, parent_collection from collections join collection on collection.id = collections.id
        where parent_collection is not null and visibility = 'draft' and state <> 'hidden'),
    sides(root, id) as (
      select root, r.id from drafts cross join relationship r on r.person1_id = drafts.id
      union select root, r.id from drafts cross join relationship r on r.person2_id = drafts.id),
    found(root, kind, key) as (
      select root, 'people', id from drafts
      union all select root, 'organizations', o.id from (select root, organization_id from items cross join item_organization on item_id = items.id
        union select root, studio from items) as named join organization o on o.id = organization_id where o.visibility = 'draft' and o.state <> 'hidden'
      union all select root, 'subjects', s.id from subjects join subject s on s.id = subjects.id where s.visibility = 'draft' and s.state <> 'hidden'
      union all select root, 'collections', c.id from collections join collection c on c.id = collections.id where c.visibility = 'draft' and c.state <> 'hidden'
      union all select root, 'relationships', r.id from sides join relationship r on r.id = sides.id
        where r.visibility = 'draft' and r.state in ('waiting', 'returned') and not exists (select 1 from person other
          where other.id in (r.person1_id, r.person2_id) and other.visibility = 'draft'
            and not exists (select 1 from drafts where drafts.root = sides.root and drafts.id = other.id))
      union all select root, 'graves', g.id from drafts cross join grave g on g.person_id = drafts.id
        where g.visibility = 'draft' and g.state in ('waiting', 'returned')
      union all select root, 'person_images', i.id from drafts cross join person_image i on i.person_id = drafts.id
        where i.visibility = 'draft' and i.state in ('waiting', 'returned'))
    select distinct root, kind, key from found where root <> kind || ' ' || key`.execute(db)
  return rows.sort((a, b) => REVIEWED_KINDS.indexOf(a.kind) - REVIEWED_KINDS.indexOf(b.kind) || a.key - b.key)
}

/** The dependent drafts of one record, each once; none of a published one. `view` decides which names the reader sees. */
export async function dependentDrafts(db: Db, kind: RecordKind, key: number | string, view?: View) {
  const start = isReviewedKind(kind) ? await readReviewed(db, kind, key as number) : undefined
  if (!start || start.state === 'published') return []
  const drafts: DependentDraft[] = []
  const root = rootsOf([{ kind: kind as ReviewedKind, key: start.key }])
  for (const { kind: each, key: id } of await dependentsOfMany(db, root)) {
    const { label, state, author } = (await readReviewed(db, each, id, view))!
    const fields = (await readFields(db, each, id))!
    drafts.push({ kind: each, key: id, label, state, author, fields })
  }
  return drafts
}

/** The names of drafts in lines of a story. */
export async function draftsInStory(db: Db, text: unknown, view?: View): Promise<string[]> {
  const names: string[] = []
  for (const [word, named] of Map.groupBy(namedInStory(text), (each) => each.word)) {
    const kind = word === 'map' ? 'locations' : STORY_LINKS[word]
    if (!isReviewedKind(kind)) continue
    const keys = named.map(({ key }) => key)
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(RECORD_TABLES[kind][0])}
      where visibility = 'draft' and ${isOneOf('id', keys)} order by id`.execute(db)
    const ids = rows.map(({ id }) => id)
    names.push(...Object.values(await namesOf(db, kind, ids, view)))
  }
  return names
}
