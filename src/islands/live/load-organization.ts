import type { Client } from '#client/client.ts'
import { EMPTY } from '#contract/messages.ts'
import { zoneAddress } from '#rules/addresses.ts'
import { yearSpan } from '#rules/life-spans.ts'
import { organizationName, zoneName } from '#rules/names.ts'
import type { RecordValue } from '#rules/records.ts'
import type { LiveRecord } from './record.ts'
import { itemValues, orNone, peopleValues, rowOr, withNote } from './rows.ts'

/** An organization as spec §2 "Organization overview" shows it. Throws when the organization cannot be loaded. */
export async function loadOrganization(client: Client, id: number): Promise<LiveRecord> {
  const organization = await client.call('organization', { path: { id } })
  const [items, premises, employment] = await Promise.all([
    orNone(itemValues(client, { organizations: id })),
    orNone(client.call('organizationLocations', { query: { organization: id } })),
    orNone(client.call('employment', { query: { organization: id } })),
  ])
  const [people, zones] = await Promise.all([
    peopleValues(
      client,
      employment.map((row) => row.person),
    ).catch(() => new Map<number, RecordValue>()),
    Promise.all([...new Set(premises.map((row) => row.location))].map((location) => zoneValue(client, location))),
  ])
  const zoneOf = new Map(zones.flat())
  return {
    kicker: 'Organization',
    title: organizationName(organization),
    subtitle: [organization.altname.join(', '), yearSpan(organization.date_opened, organization.date_closed)]
      .filter(Boolean)
      .join(' · '),
    pictures: [],
    rows: [
      {
        term: 'Description',
        values: [{ text: organization.description || EMPTY.organizationDescription }],
        prose: true,
      },
      rowOr('Items', items, EMPTY.organizationItems),
      rowOr(
        'Locations',
        premises.flatMap((row) => withNote(zoneOf.get(row.location), yearSpan(row.date_start, row.date_end))),
        EMPTY.premises,
      ),
      rowOr(
        'People',
        employment.flatMap((row) => withNote(people.get(row.person), yearSpan(row.date_start, row.date_end))),
        EMPTY.employees,
      ),
    ],
  }
}

async function zoneValue(client: Client, id: number): Promise<[number, RecordValue][]> {
  return orNone(
    client
      .call('location', { path: { id } })
      .then((zone): [number, RecordValue][] => [
        [id, { text: zoneName(zone.properties), href: zoneAddress(zone.properties.pk) }],
      ]),
  )
}
