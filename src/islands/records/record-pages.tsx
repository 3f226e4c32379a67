import type { ReactNode } from 'react'
import type { Client } from '#client/client.ts'
import type { Level } from '#components/HeadingAt.tsx'
import { OrganizationRecord } from '#components/record/OrganizationRecord.tsx'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import type { LocationFeature } from '#contract/location.ts'
import type { Person } from '#contract/person.ts'
import { organizationAddress, personAddress } from '#rules/addresses/page-addresses.ts'
import type { AltPicture } from '#rules/media/pictures.ts'
import { implausibleFor } from '#rules/people/implausible.ts'
import type { FamilyRows, Parentage } from '#views/family.ts'
import { organizationView, type OrganizationView } from '#views/organization.ts'
import { personView, type PersonView } from '#views/person.ts'
import { firstItems, orEmpty, organizationsById, orNone, peopleById, zonesOfLots } from './api-rows.ts'
import { loadZone } from './load-zone.ts'
import '#islands/behaviours/year-cursor.ts'

/** Throws when the person cannot be loaded. */
export async function loadPerson(client: Client, id: number): Promise<PersonView & { odd: string[] }> {
  const person = await client.call('person', { path: { id } })
  const [family, items, ownership, employment] = await Promise.all([
    loadFamily(client, person),
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
      organizationsById(
        client,
        employment.map((row) => row.organization),
      ),
    ),
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
  }
}

const parenthoods = (client: Client, query: { person1: number } | { person2: number }) =>
  orNone(client.call('relationships', { query: { ...query, relationship_type: 'parent' } }))
const parentsOf = async (client: Client, person2: number): Promise<Parentage[]> =>
  (await parenthoods(client, { person2 })).map(({ person1, description }) => ({ id: person1, description }))
/** Children, each with how this person is a parent. */
const childrenOf = async (client: Client, person1: number): Promise<Parentage[]> =>
  (await parenthoods(client, { person1 })).map(({ person2, description }) => ({ id: person2, description }))

/** Throws when the organization itself cannot be loaded. */
export async function loadOrganization(client: Client, id: number): Promise<OrganizationView> {
  const organization = await client.call('organization', { path: { id } })
  const [items, premises, employment] = await Promise.all([
    firstItems(client, 'organizations', id),
    orNone(client.call('organizationLocations', { query: { organization: id } })),
    orNone(client.call('employment', { query: { organization: id } })),
  ])
  const [people, zones] = await Promise.all([
    orEmpty(
      peopleById(
        client,
        employment.map((row) => row.person),
      ),
    ),
    zonesById(
      client,
      premises.map((row) => row.location),
    ),
  ])
  return organizationView({
    organization,
    items,
    premises,
    employment,
    zone: (pk) => zones.get(pk),
    person: (person) => people.get(person),
  })
}

async function zonesById(client: Client, ids: readonly number[]): Promise<Map<number, LocationFeature['properties']>> {
  const zones = await Promise.all(
    [...new Set(ids)].map((id) =>
      orNone(client.call('location', { path: { id } }).then(({ properties }) => [properties])),
    ),
  )
  return new Map(zones.flat().map((properties) => [properties.pk, properties]))
}

/** A record as on its page. */
export interface RecordPage {
  title: string
  /** Its own page: another one answers for a record that became part of it. */
  address?: string
  /** Of a person, visitors don't see all of it. */
  isPrivate?: boolean
  /** What can hardly be about it, for cataloguers. */
  odd?: readonly string[]
  draw(options: DrawOptions): ReactNode
}
interface DrawOptions {
  level?: Level
  children?: ReactNode
  /** Replaces a person's portrait, such as that of a draft. */
  portrait?: (picture: AltPicture) => AltPicture
}
type LoadPage = (client: Client, id: number) => Promise<RecordPage>

/** Records with tabs, loaded from the API. One module, so that the live shell, the map's popup and the review desk share their scripts. */
export const RECORD_PAGES = {
  async zone(client, id) {
    const zone = await loadZone(client, id)
    return { title: zone.name, draw: (options) => <ZoneRecord zone={zone} api={client.base} {...options} /> }
  },
  async person(client, id) {
    const person = await loadPerson(client, id)
    return {
      title: person.name,
      address: personAddress(person.id),
      odd: person.odd,
      isPrivate: person.privacy !== undefined,
      draw({ portrait, ...options }) {
        const shown = portrait && person.portrait ? portrait(person.portrait) : person.portrait
        return <PersonRecord person={{ ...person, portrait: shown }} api={client.base} {...options} />
      },
    }
  },
  async organization(client, id) {
    const organization = await loadOrganization(client, id)
    return {
      title: organization.name,
      address: organizationAddress(organization.id),
      draw: (options) => <OrganizationRecord organization={organization} api={client.base} {...options} />,
    }
  },
} satisfies Record<string, LoadPage>
