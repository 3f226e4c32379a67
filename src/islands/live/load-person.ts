import type { Client } from '#client/client.ts'
import type { Person } from '#contract/person.ts'
import { byDate } from '#rules/item-lists.ts'
import { lifeSpan, ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { personName } from '#rules/names.ts'
import type { PersonParts } from '#rules/overview-parts.ts'
import { personCard, type Family } from '#rules/person-cards.ts'
import { largePicture, type Picture } from '#rules/pictures.ts'
import { personFacts, type RecordRow } from '#rules/records.ts'
import { firstItems, linksToOrganizations, orEmpty, orNone, peopleById, zonesOfLots } from './parts.ts'

const PORTRAIT_BOX = { width: 280, height: 360 }

export interface LivePerson extends PersonParts {
  name: string
  years: string
  portrait: Picture | null
  biography: string
  facts: RecordRow[]
}

/** A person as spec §2 "Person overview" shows them. Throws when the person cannot be loaded. */
export async function loadPerson(client: Client, api: string, id: number): Promise<LivePerson> {
  const person = await client.call('person', { path: { id } })
  const [family, items, ownership, employment] = await Promise.all([
    loadFamily(client, api, person),
    firstItems(client, 'people_or', id),
    orNone(client.call('ownership', { query: { person: id } })),
    orNone(client.call('employment', { query: { person: id } })),
  ])
  const [zones, organizations] = await Promise.all([
    orEmpty(
      zonesOfLots(
        client,
        ownership.map((row) => row.lot),
      ),
    ),
    orEmpty(
      linksToOrganizations(
        client,
        employment.map((row) => row.organization),
      ),
    ),
  ])
  return {
    name: personName(person),
    years: lifeSpan(person.date_of_birth, person.date_of_death),
    portrait: person.image
      ? largePicture(client.address('personImage', { path: { id } }), person.image, PORTRAIT_BOX)
      : null,
    biography: person.biography,
    facts: personFacts(person),
    family,
    items,
    ownership: ownership.map((row) => {
      const zone = zones.get(row.lot)
      return { lot: row.lot, addresses: zone ? [zone] : [], year: ownershipYear(row), source: row.source }
    }),
    employment: employment.flatMap((row) => {
      const organization = organizations.get(row.organization)
      return organization ? [{ organization, years: yearSpan(row.date_start, row.date_end) }] : []
    }),
  }
}

async function loadFamily(client: Client, api: string, person: Person): Promise<Family> {
  const { id, spouses } = person
  const [parents, children] = await Promise.all([
    orNone(client.call('relationships', { query: { person2: id, relationship_type: 'parent' } })),
    orNone(client.call('relationships', { query: { person1: id, relationship_type: 'parent' } })),
  ])
  const parentIds = parents.map((row) => row.person1)
  const childIds = children.map((row) => row.person2)
  const siblingIds = await siblingsOf(client, id, parentIds)
  const people = await orEmpty(peopleById(client, [...parentIds, ...siblingIds, ...childIds, ...spouses]))
  const cards = (ids: readonly number[]) => {
    const known = [...new Set(ids)].sort((a, b) => a - b).flatMap((each) => people.get(each) ?? [])
    return byDate(known, (each) => each.date_of_birth).map((each) => personCard(each, api))
  }
  return {
    self: personCard(person, api),
    parents: cards(parentIds),
    siblings: cards(siblingIds),
    spouses: cards(spouses),
    children: cards(childIds),
  }
}

/** The other children of the parents: no call of the API names siblings. */
async function siblingsOf(client: Client, id: number, parents: readonly number[]): Promise<number[]> {
  const families = await Promise.all(
    parents.map((person1) => orNone(client.call('relationships', { query: { person1, relationship_type: 'parent' } }))),
  )
  return [...new Set(families.flat().map((row) => row.person2))].filter((each) => each !== id)
}
