import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { isReviewedKind } from '#contract/record.ts'
import type { DeskRecord, RecordKind, ReviewedKind } from '#contract/record.ts'
import { RECORD_TABLES } from './tables.ts'
import { RENAMED } from './from-columns.ts'
import { LINK_TABLES } from './to-columns.ts'
import type { Tables } from '../database/tables.ts'
import type { View } from '../repositories/view.ts'
import { readFields } from './fields.ts'
import { RECORD_LINKS } from './links.ts'
import { readReviewed } from './reviewed.ts'

type Db = Kysely<Tables>
export type Brought = DeskRecord['brings'][number] & { kind: ReviewedKind; key: number }

/** Everything else that names a person and is about nobody else. */
const ABOUT_PEOPLE = ['graves', 'person_images'] as const

/** Ids of the drafts of a kind among those that a query names; what was discarded too where `withDiscarded` says so. */
async function draftsOf(db: Db, kind: ReviewedKind, among: ReturnType<typeof sql>, withDiscarded = false) {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(RECORD_TABLES[kind][0])}
    where visibility = 'draft' and id in (${among})
    ${withDiscarded ? sql`` : sql`and state <> 'discarded'`} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Drafts that the fields of a record name, with those that were discarded: who publishes it has to be told of them. */
async function draftsNamed(db: Db, kind: ReviewedKind, key: number): Promise<[ReviewedKind, number][]> {
  const found: [ReviewedKind, number][] = []
  for (const [field, link] of Object.entries(RECORD_LINKS[kind])) {
    if (!isReviewedKind(link)) continue
    const many = LINK_TABLES[kind]?.find((each) => each.field === field)
    const column = Object.entries(RENAMED[kind] ?? {}).find(([, name]) => name === field)?.[0] ?? field
    const named = many
      ? sql`select ${sql.ref(many.to)} from ${sql.table(many.table)} where ${sql.ref(many.from)} = ${key}`
      : sql`select ${sql.ref(column)} from ${sql.table(RECORD_TABLES[kind][0])} where id = ${key}`
    for (const id of await draftsOf(db, link, named, true)) found.push([link, id])
  }
  return found
}

/** Drafts about a person who becomes public. */
async function draftsAbout(db: Db, person: number): Promise<[ReviewedKind, number][]> {
  const found: [ReviewedKind, number][] = []
  for (const kind of ABOUT_PEOPLE) {
    const about = sql`select id from ${sql.table(RECORD_TABLES[kind][0])} where person_id = ${person}`
    for (const id of await draftsOf(db, kind, about)) found.push([kind, id])
  }
  return found
}

/** Drafts that say who is whose parent, of these people, where both would be public. */
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
 * Drafts that become public with a draft: what its fields name (people, subjects and collections with their parents, organizations), and of each
 * person who becomes public with it graves, pictures and relationships; without itself, each once. Nothing comes with what is published.
 * `view` is of who reads what they are called.
 */
export async function recordsBrought(db: Db, kind: RecordKind, key: number | string, view?: View): Promise<Brought[]> {
  const start = isReviewedKind(kind) ? await readReviewed(db, kind, key as number) : undefined
  if (!start || start.state === 'published') return []
  const seen = new Set<string>()
  const found: [ReviewedKind, number][] = []
  const take = (pairs: [ReviewedKind, number][]) => {
    for (const pair of pairs) {
      if (seen.has(pair.join(' '))) continue
      seen.add(pair.join(' '))
      found.push(pair)
    }
  }
  take([[kind as ReviewedKind, start.key]])
  // What is found is looked at in its turn: the list grows while it is walked.
  for (const [each, id] of found) {
    take(await draftsNamed(db, each, id))
    if (each === 'people') take(await draftsAbout(db, id))
  }
  const people = found.flatMap(([each, id]) => (each === 'people' ? [id] : []))
  take((await relationshipsAmong(db, people)).map((id) => ['relationships', id]))
  const brought: Brought[] = []
  for (const [each, id] of found.slice(1)) {
    const { label, state, author } = (await readReviewed(db, each, id, view))!
    const fields = (await readFields(db, each, id))!
    brought.push({ kind: each, key: id, label, state, author, fields })
  }
  return brought
}
