import { sql } from 'kysely'
import type { Query } from '#contract/endpoints.ts'
import type { Person, Relationship } from '#contract/person.ts'
import { shownOf } from '#rules/access/living.ts'
import type { Db } from '../database/tables.ts'
import { isOneOf, containsWords } from './conditions.ts'
import {
  PUBLIC,
  isKnown,
  knowsPerson,
  lastChanged,
  listed,
  linksToListed,
  visible,
  withVisibility,
  type View,
} from './view.ts'

/** A marriage is shown on both sides, even if entered on one only: own entries first, then by id. */
const spouses = (view: View) => sql<string>`(select json_group_array(spouse.id order by place, spouse.id) from (
    select spouse_id as id, position as place from person_spouse where person_id = person.id
    union all
    select person_id, 1000000 from person_spouse as other where spouse_id = person.id and not exists (
      select 1 from person_spouse where person_id = person.id and spouse_id = other.person_id)) as married
  join person as spouse on spouse.id = married.id where ${listed('spouse', view)} and ${isKnown('spouse', view)})`
const graves = (view: View) => sql<string>`(select json_group_array(json_object('id', id, 'entry', entry) order by id)
  from grave where person_id = person.id and ${listed('grave', view)})`
/** The picture chosen by `latestPicture`. */
const image = (view: View) => sql<
  string | null
>`(select json_object('width', width, 'height', height, 'version', version)
  from person_image join original on original.sha256 = person_image.sha256
  where person_id = person.id and ${listed('person_image', view)} order by ${latestPicture} limit 1)`

/** Sort order for a person's picture: the newest visible one; a discarded one only if there is no other. */
export const latestPicture = sql`(person_image.visibility = 'draft' and person_image.state = 'discarded'), person_image.id desc`

/** People and who is whose child, spec §3. */
export function createPeople(db: Db) {
  const select = (view: View) =>
    db
      .selectFrom('person')
      .select(['id', 'first_name', 'middle_name', 'surname', 'date_of_birth', 'date_of_birth_text', 'date_of_death'])
      .select(['date_of_death_text', 'sex', 'biography', 'family_tree', 'same_as', 'visibility', 'privacy'])
      .select(lastChanged('person').as('updated_at'))
      .select([spouses(view).as('spouses'), graves(view).as('graves'), image(view).as('image')])
  type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
  function read(row: Row, view: View): Person {
    const isStaff = view.reach === 'all'
    const isOwnDraft = !isStaff && row.visibility === 'draft'
    const person: Person = {
      ...withVisibility(row, view),
      // What is concluded of a draft tells of others.
      privacy: row.privacy === 'full' || isOwnDraft ? undefined : row.privacy,
      same_as: JSON.parse(row.same_as) as string[],
      spouses: JSON.parse(row.spouses) as number[],
      graves: JSON.parse(row.graves) as Person['graves'],
      image: row.image === null ? null : (JSON.parse(row.image) as Person['image']),
    }
    return isStaff || isOwnDraft ? person : shownOf(person)
  }
  return {
    /** By id; `search` looks for words in names. */
    async list({ people, search }: Query<'people'>, view = PUBLIC): Promise<Person[]> {
      let query = select(view).where(listed('person', view)).orderBy('id')
      if (people) query = query.where(isOneOf('person.id', people))
      if (search) query = query.where(containsWords('person.search', search))
      return (await query.execute()).map((row) => read(row, view))
    },
    async find(id: number, view = PUBLIC): Promise<Person | undefined> {
      const row = await select(view).where('id', '=', id).where(visible('person', view)).executeTakeFirst()
      return row && read(row, view)
    },
    /** Only if it and both people are visible to the caller. */
    relationships(
      { person1, person2, relationship_type }: Query<'relationships'>,
      view = PUBLIC,
    ): Promise<Relationship[]> {
      let query = db
        .selectFrom('relationship')
        .select(['id', 'person1_id as person1', 'person2_id as person2', 'relationship_type', 'description'])
        .where(listed('relationship', view))
        .where(linksToListed('relationship.person1_id', 'person', view))
        .where(linksToListed('relationship.person2_id', 'person', view))
        .where(knowsPerson('relationship.person1_id', view))
        .where(knowsPerson('relationship.person2_id', view))
        .orderBy('id')
      if (person1) query = query.where('person1_id', '=', person1)
      if (person2) query = query.where('person2_id', '=', person2)
      if (relationship_type) query = query.where('relationship_type', '=', relationship_type)
      return query.execute()
    },
  }
}
