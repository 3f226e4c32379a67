import { sql } from 'kysely'
import { isReviewedKind, type DeskRecord, type RecordKind, type ReviewedKind } from '#contract/record.ts'
import { STORY_LINKS, namedInStory } from '#rules/stories/story-blocks.ts'
import { RECORD_LINKS, RECORD_TABLES, linkPlace } from './tables.ts'
import type { Db } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import { readFields } from './fields.ts'
import { namesOf } from './names.ts'
import { readReviewed } from './reviewed.ts'

type DependentDraft = DeskRecord['brings'][number] & { kind: ReviewedKind; key: number }

/** Records that belong to one person only. */
const ABOUT_PEOPLE = ['graves', 'person_images'] as const

/** Ids of the drafts of a kind among those of a subquery, without discarded and hidden ones unless `more` has them. */
async function draftsOf(db: Db, kind: ReviewedKind, among: ReturnType<typeof sql>, ...more: string[]) {
  const states = sql.join(['waiting', 'returned', ...more].map((state) => sql.lit(state)))
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(RECORD_TABLES[kind][0])}
    where visibility = 'draft' and id in (${among})
    and state in (${states}) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Drafts that the fields of a record refer to, including discarded ones, which the publisher has to know about. */
async function referencedDrafts(db: Db, kind: ReviewedKind, key: number): Promise<[ReviewedKind, number][]> {
  const found: [ReviewedKind, number][] = []
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    if (!isReviewedKind(link)) continue
    const { table, from, to } = linkPlace(kind, field)
    const named = sql`select ${sql.ref(to)} from ${sql.table(table)} where ${sql.ref(from)} = ${key}`
    for (const id of await draftsOf(db, link, named, 'discarded')) found.push([link, id])
  }
  return found
}

/** Drafts that belong to a person who is published. */
async function draftsOfPerson(db: Db, person: number): Promise<[ReviewedKind, number][]> {
  const found: [ReviewedKind, number][] = []
  for (const kind of ABOUT_PEOPLE) {
    const about = sql`select id from ${sql.table(RECORD_TABLES[kind][0])} where person_id = ${person}`
    for (const id of await draftsOf(db, kind, about)) found.push([kind, id])
  }
  return found
}

/** Draft relationships of these people whose both sides would be public. */
async function relationshipsAmong(db: Db, people: readonly number[]): Promise<number[]> {
  if (people.length === 0) return []
  const here = sql`(select value from json_each(${JSON.stringify(people)}))`
  const shown = (column: string) =>
    sql`(${sql.ref(column)} in ${here} or ${sql.ref(column)} in (select id from person where visibility = 'published'))`
  return draftsOf(
    db,
    'relationships',
    sql`select id from relationship where (person1_id in ${here} or person2_id in ${here})
      and ${shown('person1_id')} and ${shown('person2_id')}`,
  )
}

/**
 * The drafts that are published along with a draft: what its fields refer to (including parents of subjects and collections), and graves, pictures
 * and relationships of people published with it; each once, without itself. Empty for a published record. `view` decides which names the reader sees.
 */
export async function dependentDrafts(db: Db, kind: RecordKind, key: number | string, view?: View) {
  const start = isReviewedKind(kind) ? await readReviewed(db, kind, key as number) : undefined
  if (!start || start.state === 'published') return []
  const found = new Map<string, [ReviewedKind, number]>()
  const add = (pairs: [ReviewedKind, number][]) => {
    for (const pair of pairs) if (!found.has(pair.join(' '))) found.set(pair.join(' '), pair)
  }
  add([[kind as ReviewedKind, start.key]])
  // It grows while it is walked: what is found is followed in turn.
  for (const [each, id] of found.values()) {
    add(await referencedDrafts(db, each, id))
    if (each === 'people') add(await draftsOfPerson(db, id))
  }
  const people = [...found.values()].flatMap(([each, id]) => (each === 'people' ? [id] : []))
  add((await relationshipsAmong(db, people)).map((id) => ['relationships', id]))
  const drafts: DependentDraft[] = []
  for (const [each, id] of [...found.values()].slice(1)) {
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
    const ids = sql`select value from json_each(${JSON.stringify(named.map(({ key }) => key))})`
    names.push(...Object.values(await namesOf(db, kind, await draftsOf(db, kind, ids, 'discarded', 'hidden'), view)))
  }
  return names
}
