import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Person, Relationship } from '#contract/person.ts'
import type { Tables } from '../database/tables.ts'
import { among, holdsWords } from './conditions.ts'

/** Both sides of a marriage show it, though it may be given on one only: own order first, then by id. */
const spouses = sql<string>`(select json_group_array(id order by place, id) from (
    select spouse_id as id, position as place from person_spouse where person_id = person.id
    union all
    select person_id, 1000000 from person_spouse as other where spouse_id = person.id and not exists (
      select 1 from person_spouse where person_id = person.id and spouse_id = other.person_id)))`
const graves = sql<string>`(select json_group_array(json_object('id', id, 'entry', entry) order by id)
  from grave where person_id = person.id)`
/** Of the latest picture. */
const image = sql<string | null>`(select json_object('width', width, 'height', height, 'version', version)
  from person_image join original on original.sha256 = person_image.sha256
  where person_id = person.id order by person_image.id desc limit 1)`

interface PeopleQuery {
  people?: number[] | undefined
  search?: string | undefined
}

/** People and who is whose child, spec §3. */
export function createPeople(db: Kysely<Tables>) {
  const select = db
    .selectFrom('person')
    .select(['id', 'first_name', 'middle_name', 'surname', 'date_of_birth', 'date_of_birth_text', 'date_of_death'])
    .select(['date_of_death_text', 'sex', 'biography', 'family_tree'])
    .select([spouses.as('spouses'), graves.as('graves'), image.as('image')])
  type Row = Awaited<ReturnType<typeof select.executeTakeFirstOrThrow>>
  const read = (row: Row): Person => ({
    ...row,
    spouses: JSON.parse(row.spouses) as number[],
    graves: JSON.parse(row.graves) as Person['graves'],
    image: row.image === null ? null : (JSON.parse(row.image) as Person['image']),
  })
  return {
    /** By id; `people` names some, `search` holds words of a name. */
    async list({ people, search }: PeopleQuery): Promise<Person[]> {
      let query = select.orderBy('id')
      if (people) query = query.where(among('person.id', people))
      if (search) query = query.where(holdsWords('person.search', search))
      return (await query.execute()).map(read)
    },
    async find(id: number): Promise<Person | undefined> {
      const row = await select.where('id', '=', id).executeTakeFirst()
      return row && read(row)
    },
    relationships({
      person1,
      person2,
      relationship_type,
    }: Partial<Omit<Relationship, 'id' | 'description'>>): Promise<Relationship[]> {
      let query = db
        .selectFrom('relationship')
        .select(['id', 'person1_id as person1', 'person2_id as person2', 'relationship_type', 'description'])
        .orderBy('id')
      if (person1) query = query.where('person1_id', '=', person1)
      if (person2) query = query.where('person2_id', '=', person2)
      if (relationship_type) query = query.where('relationship_type', '=', relationship_type)
      return query.execute()
    },
  }
}
