import type { Client } from '#client/client.ts'
import { EMPTY } from '#contract/messages.ts'
import { ownershipYear, yearSpan } from '#rules/life-spans.ts'
import { zoneName } from '#rules/names.ts'
import type { RecordRow, RecordValue } from '#rules/records.ts'
import type { LiveRecord } from './record.ts'
import { itemValues, organizationValues, orNone, peopleValues, rowOr, withNote } from './rows.ts'

/** A zone as spec §2 "Zone overview" shows it. Throws when the zone cannot be loaded. */
export async function loadZone(client: Client, id: number): Promise<LiveRecord> {
  const { properties } = await client.call('location', { path: { id } })
  const [lots, descriptions, items, heritage, plaques, premises] = await Promise.all([
    orNone(client.call('lots', { query: { search: id } })),
    orNone(client.call('locationDescriptions', { query: { search: id } })),
    orNone(itemValues(client, { location: id })),
    orNone(client.call('heritage', { query: { location: id } })),
    orNone(client.call('plaques', { query: { search: id } })),
    orNone(client.call('organizationLocations', { query: { location: id } })),
  ])
  const lotNums = lots.map((lot) => lot.lotNum)
  // Without a lot the call would answer with everybody's land.
  const ownership = lotNums.length === 0 ? [] : await orNone(client.call('ownership', { query: { lot: lotNums } }))
  const none = () => new Map<number, RecordValue>()
  const [people, organizations] = await Promise.all([
    peopleValues(
      client,
      ownership.map((row) => row.person),
    ).catch(none),
    organizationValues(
      client,
      premises.map((row) => row.organization),
    ).catch(none),
  ])
  return {
    kicker: 'Place',
    title: zoneName(properties),
    subtitle: properties.altnames.join(', '),
    pictures: [],
    rows: [
      {
        term: 'Description',
        values: [{ text: descriptions.map((row) => row.description).join('\n\n') || EMPTY.locationDescription }],
        prose: true,
      },
      ...(properties.address ? [{ term: 'Address', values: [{ text: properties.address }] }] : []),
      ...(lotNums.length > 0 ? [{ term: 'Lots', values: [{ text: lotNums.join(', ') }] }] : []),
      rowOr('Items', items, EMPTY.zoneItems),
      ...heritageRows(heritage),
      rowOr(
        'Plaques',
        plaques.map((row) => ({ text: [row.name, `“${row.text}”`].filter(Boolean).join(': ') })),
        EMPTY.plaques,
      ),
      rowOr(
        'Land Ownership',
        ownership.flatMap((row) =>
          withNote(
            people.get(row.person),
            [`lot ${row.lot}`, ownershipYear(row), row.source].filter(Boolean).join(', '),
          ),
        ),
        EMPTY.ownership,
      ),
      rowOr(
        'Organizations',
        premises.flatMap((row) =>
          withNote(organizations.get(row.organization), yearSpan(row.date_start, row.date_end)),
        ),
        EMPTY.organizations,
      ),
    ],
  }
}

interface HeritageParts {
  architectural_style: string
  architectural_description: string
  heritage_registry_entry: string
}

function heritageRows(heritage: readonly HeritageParts[]): RecordRow[] {
  if (heritage.length === 0) return [{ term: 'Heritage Information', values: [{ text: EMPTY.heritage }] }]
  return heritage.flatMap((row) => [
    ...(row.architectural_style ? [{ term: 'Architectural style', values: [{ text: row.architectural_style }] }] : []),
    ...(row.architectural_description
      ? [{ term: 'Architectural description', values: [{ text: row.architectural_description }], prose: true as const }]
      : []),
    {
      term: 'Heritage registry',
      values: row.heritage_registry_entry
        ? [{ text: 'Heritage registry entry', href: row.heritage_registry_entry, external: true as const }]
        : [{ text: EMPTY.heritageRegistry }],
    },
  ])
}
