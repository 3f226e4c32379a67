import { sql, type RawBuilder } from 'kysely'
import type { ItemType } from '#contract/item.ts'
import { isReviewedKind, type RecordKind, type ReviewedKind } from '#contract/record.ts'
import { itemTitle, organizationName, personName, zoneName } from '#rules/names/record-names.ts'
import { visible, type View } from '../repositories/view.ts'

export const ALL: View = { reach: 'all', viewer: 0 }

/** A label: the columns that it is made of, as JSON (`r` is the row), and the name that they give. */
interface Label {
  columns: (view: View) => RawBuilder<string>
  read: (json: string) => string
}
const label = <Parts>(columns: Label['columns'], name: (parts: Parts) => string): Label => ({
  columns,
  // SQLite returns JSON objects of subqueries as text, which has to be parsed again.
  read: (json) =>
    name(
      JSON.parse(json, (key, value: unknown) =>
        ['zone', 'person', 'organization'].includes(key) && typeof value === 'string' ? JSON.parse(value) : value,
      ) as Parts,
    ),
})

type Person = Parameters<typeof personName>[0]
const person = (column: string, view: View = ALL) =>
  sql<string>`(select json_object('first_name', first_name, 'middle_name', middle_name, 'surname', surname)
    from person where id = ${sql.ref(column)}${view.reach === 'all' ? sql`` : sql` and ${visible('person', view)}`})`
/** A person whom the reader may not see is "somebody". */
const nameOf = (parts: Person | null) => (parts ? personName(parts) : 'somebody')

const named = (column: string) =>
  label<[name: string]>(
    () => sql`json_array(${sql.ref(`r.${column}`)})`,
    ([name]) => name,
  )

export const REVIEWED_LABELS: Record<ReviewedKind, Label> = {
  items: label<{ title: string; type: ItemType }>(() => sql`json_object('title', r.title, 'type', r.type)`, itemTitle),
  people: label(() => person('r.id'), personName),
  organizations: label(() => sql`json_object('id', r.id, 'name', r.name)`, organizationName),
  subjects: named('subject_name'),
  collections: named('collection_name'),
  stories: named('title'),
  relationships: label<[Person | null, Person | null]>(
    (view) => sql`json_array(json(${person('r.person1_id', view)}), json(${person('r.person2_id', view)}))`,
    ([parent, child]) => `${nameOf(parent)}, parent of ${nameOf(child)}`,
  ),
  graves: label(
    (view) => person('r.person_id', view),
    (parts: Person | null) => `Gravestone of ${nameOf(parts)}`,
  ),
  person_images: label(
    (view) => person('r.person_id', view),
    (parts: Person | null) => `Picture of ${nameOf(parts)}`,
  ),
}

/** Parts of items, with the column of their order, and what they are called. */
export const ITEM_PARTS = { scans: ['scan_order', 'Scan'], files: ['file_order', 'File'] } as const
type PartKind = keyof typeof ITEM_PARTS
export const isItemPart = (kind: RecordKind): kind is PartKind => kind in ITEM_PARTS
const partLabel = (kind: PartKind): Label => ({
  columns: () => sql`cast(${sql.ref(`r.${ITEM_PARTS[kind][0]}`)} as text)`,
  read: (order) => `${ITEM_PARTS[kind][1]} ${order}`,
})

type PlainKind = Exclude<RecordKind, ReviewedKind | PartKind>

interface LabelParts {
  zone: Parameters<typeof zoneName>[0] | null
  person: Person | null
  organization: Parameters<typeof organizationName>[0] | null
  lot: string | null
  name: string | null
  day: number | null
  written: string | null
}

const zone = (id: string) => sql`'zone', (select json_object('pk', id, 'name', name, 'address', address)
  from location where id = ${sql.ref(id)})`
const owner = sql`'person', ${person('r.person_id')}`
const organization = sql`'organization', (select json_object('id', id, 'name', name) from organization where id = r.organization_id)`

const zoneOf = ({ zone: named }: LabelParts) => (named ? zoneName(named) : 'a zone')
const organizationOf = ({ organization: named }: LabelParts) => (named ? organizationName(named) : 'an organization')
/** A date as written in the source, else its year. */
const dateOf = ({ day, written }: LabelParts) => written || (day === null ? '' : String(Math.floor(day / 10_000)))

const plain = (columns: RawBuilder<unknown>, name: (parts: LabelParts) => string) =>
  label(() => sql`json_object(${columns})`, name)
const PLAIN_LABELS: Record<PlainKind, Label> = {
  locations: plain(zone('r.id'), zoneOf),
  lots: plain(sql`'lot', r.lot_num`, ({ lot }) => `Lot ${lot}`),
  ownership: plain(sql`'lot', r.lot_num, ${owner}, 'day', r.date, 'written', r.date_text`, (parts) =>
    [`Lot ${parts.lot}: ${nameOf(parts.person)}`, dateOf(parts)].filter(Boolean).join(', '),
  ),
  organization_locations: plain(
    sql`${organization}, ${zone('r.location_id')}`,
    (parts) => `${organizationOf(parts)} at ${zoneOf(parts)}`,
  ),
  employment: plain(sql`${owner}, ${organization}`, (parts) => `${nameOf(parts.person)} at ${organizationOf(parts)}`),
  residents: plain(sql`${owner}, ${zone('r.location_id')}`, (parts) => `${nameOf(parts.person)} at ${zoneOf(parts)}`),
  heritage: plain(zone('r.location_id'), (parts) => `Heritage of ${zoneOf(parts)}`),
  location_descriptions: plain(zone('r.location_id'), (parts) => `Description of ${zoneOf(parts)}`),
  place_names: plain(sql`'name', r.name`, (parts) => parts.name ?? ''),
  plaques: plain(sql`'name', r.name, ${zone('r.location_id')}`, (parts) => parts.name || `Plaque at ${zoneOf(parts)}`),
}

export const labelOf = (kind: RecordKind): Label =>
  isReviewedKind(kind) ? REVIEWED_LABELS[kind] : isItemPart(kind) ? partLabel(kind) : PLAIN_LABELS[kind]
