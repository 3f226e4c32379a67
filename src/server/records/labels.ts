import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { RecordKind, ReviewedKind } from '#contract/record.ts'
import { organizationName, personName, zoneName } from '#rules/names.ts'
import { RECORD_TABLES } from './tables.ts'
import type { Tables } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'

/** Kinds that have no review: what staff keep. */
type PlainKind = Exclude<RecordKind, ReviewedKind | 'scans'>

interface Parts {
  zone: { pk: number; name: string; address: string } | null
  person: Parameters<typeof personName>[0] | null
  organization: { id: number; name: string } | null
  lot: string | null
  name: string | null
  day: number | null
  written: string | null
}

const zone = (id: string) => sql`'zone', (select json_object('pk', id, 'name', name, 'address', address)
  from location where id = ${sql.ref(id)})`
const person = sql`'person', (select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
  from person where id = r.person_id)`
const organization = sql`'organization', (select json_object('id', id, 'name', name) from organization where id = r.organization_id)`
const dated = (column: string) => sql`'day', ${sql.ref(`r.${column}`)}, 'written', ${sql.ref(`r.${column}_text`)}`

/** What names each kind, as the parts of a JSON object: `r` is its row. */
const PARTS: Record<PlainKind, RawBuilder<unknown>> = {
  locations: zone('r.id'),
  lots: sql`'lot', r.lot_num`,
  ownership: sql`'lot', r.lot_num, ${person}, ${dated('date')}`,
  organization_locations: sql`${organization}, ${zone('r.location_id')}`,
  employment: sql`${person}, ${organization}`,
  heritage: zone('r.location_id'),
  location_descriptions: zone('r.location_id'),
  plaques: sql`'name', r.name, ${zone('r.location_id')}`,
}

const zoneOf = ({ zone: named }: Parts) => (named ? zoneName(named) : 'a zone')
const personOf = ({ person: named }: Parts) => (named ? personName(named) : 'somebody')
const organizationOf = ({ organization: named }: Parts) => (named ? organizationName(named) : 'an organization')
/** A date in a name: as somebody wrote it, else its year. */
const dayOf = ({ day, written }: Parts) => written || (day === null ? '' : String(Math.floor(day / 10_000)))

const NAMES: Record<PlainKind, (parts: Parts) => string> = {
  locations: zoneOf,
  lots: ({ lot }) => `Lot ${lot}`,
  ownership: (parts) => [`Lot ${parts.lot}: ${personOf(parts)}`, dayOf(parts)].filter(Boolean).join(', '),
  organization_locations: (parts) => `${organizationOf(parts)} at ${zoneOf(parts)}`,
  employment: (parts) => `${personOf(parts)} at ${organizationOf(parts)}`,
  heritage: (parts) => `Heritage of ${zoneOf(parts)}`,
  location_descriptions: (parts) => `Description of ${zoneOf(parts)}`,
  plaques: (parts) => parts.name || `Plaque at ${zoneOf(parts)}`,
}

/** What a record without a review is called, such as `Lot 12: Anna Hale, 1881`; undefined where there is none. */
export async function plainLabel(db: Kysely<Tables>, kind: PlainKind, key: RecordKey): Promise<string | undefined> {
  const [table, column] = RECORD_TABLES[kind]
  const { rows } = await sql<{ parts: string }>`select json_object(${PARTS[kind]}) as parts
    from ${sql.table(table)} as r where ${sql.ref(`r.${column}`)} = ${key}`.execute(db)
  return rows[0] && NAMES[kind](readParts(rows[0].parts))
}

/** SQLite gives a JSON object from a subquery as text: it is read once more. */
function readParts(text: string): Parts {
  const parts = JSON.parse(text) as Record<string, unknown>
  for (const name of ['zone', 'person', 'organization']) {
    if (typeof parts[name] === 'string') parts[name] = JSON.parse(parts[name])
  }
  return parts as unknown as Parts
}
