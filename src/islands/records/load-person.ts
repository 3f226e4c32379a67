import type { Client } from '#client/client.ts'
import type { Person } from '#contract/person.ts'
import { implausibleFor } from '#rules/people/implausible.ts'
import type { Parentage, FamilyRows } from '#views/family.ts'
import { personView, type PersonView } from '#views/person.ts'
import { firstItems, homesOf, orEmpty, orNone, organizationsById, peopleById, zonesOfLots } from './api-rows.ts'

/** Throws when the person cannot be loaded. */
export async function loadPerson(client: Client, id: number): Promise<PersonView & { odd: string[] }> {
  const person = await client.call('person', { path: { id } })
  const [family, items, ownership, employment] = await Promise.all([
    loadFamily(client, person),
    firstItems(client, 'people_or', id),
    orNone(client.call('ownership', { query: { person: id } })),
    orNone(client.call('employment', { query: { person: id } })),
  ])
  const [lots, employers] = [ownership.map(({ lot }) => lot), employment.map(({ organization }) => organization)]
  const [zones, organizations] = await Promise.all([
    orEmpty(zonesOfLots(client, lots)),
    orEmpty(organizationsById(client, employers)),
  ])
  const rows = {
    ...{ ...family, items, ownership, employment },
    zonesOfLot: (lotNum: string) => zones.get(lotNum) ?? [],
    organization: (organization: number) => organizations.get(organization),
  }
  return { ...personView(rows, client.base), odd: implausibleFor(rows) }
}

/** The API has no call for siblings: they are the other children of the parents. Their own parents tell half-siblings. */
async function loadFamily(client: Client, person: Person): Promise<FamilyRows> {
  const { id, spouses } = person
  const [own, children] = await Promise.all([parentsOf(client, id), childrenOf(client, id)])
  const families = await Promise.all(own.map((parent) => childrenOf(client, parent.id)))
  const siblingIds = [...new Set(families.flat().map((child) => child.id))].filter((each) => each !== id)
  const idsOf = (rows: readonly Parentage[]) => rows.map((row) => row.id)
  const [people, siblings] = await Promise.all([
    orEmpty(peopleById(client, [...idsOf(own), ...siblingIds, ...idsOf(children), ...spouses])),
    Promise.all(siblingIds.map(async (each) => [each, await parentsOf(client, each)] as const)),
  ])
  const none = { residents: [], places: new Map<number, never>() }
  const { residents, places } = await homesOf(client, [person, ...people.values()]).catch(() => none)
  const known = (ids: readonly number[]) => [...new Set(ids)].flatMap((each) => people.get(each) ?? [])
  const parentage = new Map<number, readonly Parentage[]>([
    ...children.map((child) => [child.id, [{ ...child, id }]] as const),
    ...siblings,
    [id, own] as const,
  ])
  return {
    person,
    parents: known(idsOf(own)),
    siblings: known(siblingIds),
    spouses: known(spouses),
    children: known(idsOf(children)),
    parentageOf: (each) => parentage.get(each) ?? [],
    residencesOf: (each) => residents.filter((row) => row.person === each),
    place: (pk) => places.get(pk),
  }
}

const parenthoods = (client: Client, query: { person1: number } | { person2: number }) =>
  orNone(client.call('relationships', { query: { ...query, relationship_type: 'parent' } }))
const parentsOf = async (client: Client, person2: number): Promise<Parentage[]> =>
  (await parenthoods(client, { person2 })).map(({ person1, description }) => ({ id: person1, description }))
/** Children, each with how this person is a parent. */
const childrenOf = async (client: Client, person1: number): Promise<Parentage[]> =>
  (await parenthoods(client, { person1 })).map(({ person2, description }) => ({ id: person2, description }))
