import { sql } from 'kysely'
import type { MergedKind } from '#contract/merged.ts'
import type { LikelyDuplicates } from '#contract/review.ts'
import type { RecordKind, RecordState } from '#contract/record.ts'
import { reviewState } from '#rules/access/review-steps.ts'
import { likelyNames, likelyPeople, type PersonLike } from '#rules/people/likely-duplicates.ts'
import type { Db } from '../database/tables.ts'
import { containsWords } from '../repositories/conditions.ts'
import { dependentDrafts } from './dependent-drafts.ts'
import type { RecordKey } from './fields.ts'
import { namesOf } from './names.ts'

/** How many to point out for each record. */
const MOST = 5

interface Candidate {
  id: number
  visibility: string
  state: Exclude<RecordState, 'published'>
}

/** Records of a kind that may be this one, likeliest first; undefined if it does not exist. */
type Find = (db: Db, id: number) => Promise<Candidate[] | undefined>

/** People with the same surname or first name, as the add-item wizard looks for them. */
async function likePerson(db: Db, id: number) {
  const people = db
    .selectFrom('person')
    .select(['id', 'first_name', 'middle_name', 'surname', 'date_of_birth', 'date_of_death', 'visibility', 'state'])
  const wanted = await people.where('id', '=', id).executeTakeFirst()
  if (!wanted) return undefined
  const names = [wanted.surname, wanted.first_name].filter((name) => name !== '')
  if (names.length === 0) return []
  const rows = await people
    .where('id', '<>', id)
    .where((eb) => eb.or(names.map((name) => containsWords('person.search', name))))
    .execute()
  return likelyPeople(wanted satisfies PersonLike, rows)
}

interface Named extends Candidate {
  names: string
}
/** Records that share a name. `names`: the columns with names, as a JSON list. */
const likeNamed =
  (table: string, names: string): Find =>
  async (db, id) => {
    const found =
      await sql<Named>`select id, visibility, state, ${sql.raw(names)} as names from ${sql.table(table)}`.execute(db)
    const rows = found.rows.map((row) => ({ ...row, names: (JSON.parse(row.names) as (string | string[])[]).flat() }))
    const wanted = rows.find((row) => row.id === id)
    if (!wanted) return undefined
    const others = rows.filter((row) => row.id !== id)
    return likelyNames(wanted.names, others)
  }

/** Zones are joined on the map. */
type NamedKind = Exclude<MergedKind, 'locations'>
const FINDERS: Record<NamedKind, Find> = {
  people: likePerson,
  organizations: likeNamed('organization', `json_array(name, json(altname))`),
  subjects: likeNamed('subject', 'json_array(subject_name)'),
  collections: likeNamed('collection', 'json_array(collection_name)'),
}
const hasFinder = (kind: RecordKind): kind is NamedKind => kind in FINDERS

/** A record and what is published with it, each with those that may be the same, discarded ones left out. */
export async function findLikelyDuplicates(db: Db, kind: RecordKind, key: RecordKey): Promise<LikelyDuplicates> {
  const brings = await dependentDrafts(db, kind, key)
  const found: LikelyDuplicates = []
  for (const each of [{ kind, key }, ...brings]) {
    if (!hasFinder(each.kind)) continue
    const candidates = await FINDERS[each.kind](db, each.key as number)
    const likely = (candidates ?? []).filter((row) => reviewState(row) !== 'discarded').slice(0, MOST)
    if (likely.length === 0) continue
    const names = await namesOf(db, each.kind, [each.key, ...likely.map(({ id }) => id)])
    found.push({
      kind: each.kind,
      key: each.key as number,
      label: names[each.key] ?? '',
      likely: likely.map((row) => ({ key: row.id, label: names[row.id] ?? '', state: reviewState(row) })),
    })
  }
  return found
}
