import type { Client } from '#client/client.ts'
import { loadItem } from './load-item.ts'
import { loadOrganization } from './load-organization.ts'
import { loadPerson } from './load-person.ts'
import { loadZone } from './load-zone.ts'
import { idIn, type Kind, type LiveRecord } from './record.ts'

const LOADERS: Record<Kind, (client: Client, id: number) => Promise<LiveRecord>> = {
  itemview: loadItem,
  'person-overview': loadPerson,
  'org-overview': loadOrganization,
  'zone-overview': loadZone,
}

/**
 * The record that an address names, or null when it cannot be loaded for whatever reason: the page then goes to `/`
 * (spec §8 "Single item or location load failure").
 */
export async function loadRecord(client: Client, kind: Kind, pathname: string): Promise<LiveRecord | null> {
  const id = idIn(pathname)
  if (id === undefined) return null
  try {
    return await LOADERS[kind](client, id)
  } catch {
    return null
  }
}
