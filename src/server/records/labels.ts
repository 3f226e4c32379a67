import { sql, type RawBuilder } from 'kysely'
import type { RecordKind, ReviewedKind } from '#contract/record.ts'
import { organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { RECORD_TABLES } from './tables.ts'
import type { Db } from '../database/tables.ts'
import type { RecordKey } from './fields.ts'

/** Kinds without a review. */
type PlainKind = Exclude<RecordKind, ReviewedKind | 'scans'>

interface LabelParts {
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

/** The parts of each kind's label as JSON; `r` is its row. */
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

const zoneOf = ({ zone: named }: LabelParts) => (named ? zoneName(named) : 'a zone')
const personOf = ({ person: named }: LabelParts) => (named ? personName(named) : 'somebody')
const organizationOf = ({ organization: named }: LabelParts) => (named ? organizationName(named) : 'an organization')
/** A date as written in the source, else its year. */
const dateOf = ({ day, written }: LabelParts) => written || (day === null ? '' : String(Math.floor(day / 10_000)))

const NAMES: Record<PlainKind, (parts: LabelParts) => string> = {
  locations: zoneOf,
  lots: ({ lot }) => `Lot ${lot}`,
  ownership: (parts) => [`Lot ${parts.lot}: ${personOf(parts)}`, dateOf(parts)].filter(Boolean).join(', '),
  organization_locations: (parts) => `${organizationOf(parts)} at ${zoneOf(parts)}`,
  employment: (parts) => `${personOf(parts)} at ${organizationOf(parts)}`,
  heritage: (parts) => `Heritage of ${zoneOf(parts)}`,
  location_descriptions: (parts) => `Description of ${zoneOf(parts)}`,
  plaques: (parts) => parts.name || `Plaque at ${zoneOf(parts)}`,
}

/** The label of a record without a review, such as `Lot 12: Anna Hale, 1881`; undefined if it does not exist. */
export async function plainLabel(db: Db, kind: PlainKind, key: RecordKey): Promise<string | undefined> {
  const [table, column] = RECORD_TABLES[kind]
  const { rows } = await sql<{ parts: string }>`select json_object(${PARTS[kind]}) as parts
    from ${sql.table(table)} as r where ${sql.ref(`r.${column}`)} = ${key}`.execute(db)
  return rows[0] && NAMES[kind](readParts(rows[0].parts))
}

/** SQLite returns JSON objects of subqueries as text, which has to be parsed again. */
function readParts(text: string): LabelParts {
  return JSON.parse(text, (key, value: unknown) =>
    ['zone', 'person', 'organization'].includes(key) && typeof value === 'string' ? JSON.parse(value) : value,
  ) as LabelParts
}
