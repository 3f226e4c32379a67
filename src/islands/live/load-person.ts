import type { Client } from '#client/client.ts'
import { EMPTY } from '#contract/messages.ts'
import { lifeSpan, ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { personName } from '#rules/names.ts'
import { largePicture } from '#rules/pictures.ts'
import { personFacts } from '#rules/records.ts'
import type { RecordValue } from '#rules/records.ts'
import type { LiveRecord } from './record.ts'
import { itemValues, organizationValues, orNone, peopleValues, rowOr, withNote, zonesOfLots } from './rows.ts'

const BOX = { width: 480, height: 480 }

/** A person as spec §2 "Person overview" shows them, the family as rows of links. Throws when the person cannot be loaded. */
export async function loadPerson(client: Client, id: number): Promise<LiveRecord> {
  const person = await client.call('person', { path: { id } })
  const [parents, children, items, ownership, employment] = await Promise.all([
    orNone(client.call('relationships', { query: { person2: id, relationship_type: 'parent' } })),
    orNone(client.call('relationships', { query: { person1: id, relationship_type: 'parent' } })),
    orNone(itemValues(client, { people_or: id })),
    orNone(client.call('ownership', { query: { person: id } })),
    orNone(client.call('employment', { query: { person: id } })),
  ])
  const parentIds = parents.map((row) => row.person1)
  const childIds = children.map((row) => row.person2)
  const siblingIds = await siblingsOf(client, id, parentIds)
  const none = <Key>() => new Map<Key, RecordValue>()
  const [people, zones, organizations] = await Promise.all([
    peopleValues(client, [...parentIds, ...siblingIds, ...childIds, ...person.spouses]).catch(none<number>),
    zonesOfLots(
      client,
      ownership.map((row) => row.lot),
    ).catch(none<string>),
    organizationValues(
      client,
      employment.map((row) => row.organization),
    ).catch(none<number>),
  ])
  const named = (ids: readonly number[]) => ids.flatMap((each) => withNote(people.get(each), ''))
  return {
    kicker: 'Person',
    title: personName(person),
    subtitle: lifeSpan(person.date_of_birth, person.date_of_death),
    pictures: person.image
      ? [
          {
            ...largePicture(client.address('personImage', { path: { id } }), person.image, BOX),
            alt: `Portrait of ${personName(person)}`,
          },
        ]
      : [],
    rows: [
      { term: 'Biography', values: [{ text: person.biography || EMPTY.biography }], prose: true },
      ...personFacts(person),
      rowOr('Parents', named(parentIds), EMPTY.parents),
      rowOr('Siblings', named(siblingIds), EMPTY.siblings),
      rowOr('Spouse', named(person.spouses), EMPTY.spouse),
      rowOr('Children', named(childIds), EMPTY.children),
      rowOr('Items', items, EMPTY.personItems),
      rowOr(
        'Land Ownership',
        ownership.map((row) => ({
          ...zones.get(row.lot),
          text: [`Lot ${row.lot}`, zones.get(row.lot)?.text, ownershipYear(row), row.source].filter(Boolean).join(', '),
        })),
        EMPTY.ownership,
      ),
      rowOr(
        'Employment',
        employment.flatMap((row) =>
          withNote(organizations.get(row.organization), yearSpan(row.date_start, row.date_end)),
        ),
        EMPTY.employment,
      ),
    ],
  }
}

/** The other children of the parents: no call of the API names siblings. */
async function siblingsOf(client: Client, id: number, parents: readonly number[]): Promise<number[]> {
  const families = await Promise.all(
    parents.map((person1) => orNone(client.call('relationships', { query: { person1, relationship_type: 'parent' } }))),
  )
  return [...new Set(families.flat().map((row) => row.person2))].filter((each) => each !== id)
}
