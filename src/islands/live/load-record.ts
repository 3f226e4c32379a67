import type { Client } from '#client/client.ts'
import { loadItem } from './load-item.ts'
import { idIn, type LiveRecord, type RecordKind } from './record.ts'

const LOADERS: Record<RecordKind, (client: Client, id: number) => Promise<LiveRecord>> = { itemview: loadItem }

/** What an address names, or null when it cannot be loaded for whatever reason: the page then goes to `/` (spec §8 "Single item or location load failure"). */
export async function loadNamed<Loaded>(
  load: (id: number) => Promise<Loaded>,
  pathname: string,
): Promise<Loaded | null> {
  const id = idIn(pathname)
  if (id === undefined) return null
  try {
    return await load(id)
  } catch {
    return null
  }
}

export const loadRecord = (client: Client, kind: RecordKind, pathname: string): Promise<LiveRecord | null> =>
  loadNamed((id) => LOADERS[kind](client, id), pathname)
