import type { Client } from '#client/client.ts'
import type { Item } from '#contract/item.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { NameOf } from '#rules/names/field-names.ts'
import type { OrganizationView } from '#views/organization.ts'
import type { PersonView } from '#views/person.ts'
import { loadOrganization } from '../records/load-organization.ts'
import { loadPerson } from '../records/load-person.ts'
import type { Pictures } from './pictures.ts'

/** What the desk draws of a record: as visitors will see it, or its fields where it has no page. */
export type RecordView =
  | { of: 'item'; item: Item }
  | { of: 'person'; person: PersonView; image: { id: number; version: string } | null }
  | { of: 'organization'; organization: OrganizationView }
  | { of: 'fields' }

/** Widths of the first picture of a record, and of the others. */
export const WIDTHS = { first: IMAGE_WIDTHS[2], other: IMAGE_WIDTHS[1], full: IMAGE_WIDTHS[3] } as const

export async function loadView(client: Client, pictures: Pictures, record: DeskRecord): Promise<RecordView> {
  const id = Number(record.key)
  switch (record.kind) {
    case 'items': {
      const item = await client.call('item', { path: { id } })
      const first = item.item_scans[0]
      if (first) pictures.load({ call: 'scanImage', id: first.id, version: first.version, width: WIDTHS.first })
      return { of: 'item', item }
    }
    case 'people': {
      const [person, { image }] = await Promise.all([loadPerson(client, id), client.call('person', { path: { id } })])
      return { of: 'person', person, image: image && { id, version: image.version } }
    }
    case 'organizations':
      return { of: 'organization', organization: await loadOrganization(client, id) }
    default:
      return { of: 'fields' }
  }
}

/** Names of the records that a record refers to. */
export function namesIn({ brings, names }: Pick<DeskRecord, 'brings' | 'names'>): NameOf {
  const brought = new Map(brings.map(({ kind, key, label }) => [`${kind} ${key}`, label]))
  return (kind, id) => names[kind]?.[id] ?? brought.get(`${kind} ${id}`)
}
