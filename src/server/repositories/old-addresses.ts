import { sql } from 'kysely'
import { type OldAddress, PAGE_KINDS, readOldUrl } from '#contract/old-url.ts'
import type { Db } from '../database/tables.ts'
import { memoizeUntilChange, type ReadState } from './archive-state.ts'
import { MERGED_TABLES } from './merged.ts'

const TABLES = { items: 'item', ...MERGED_TABLES, stories: 'story' } as const

/** The record that has an old address, and whether the public sees all of it: an address may tell more of a person than the page of a name does. */
type Found = Pick<OldAddress, 'kind' | 'id'> & { isPublic: boolean }

/** All old addresses but those of discarded drafts. Of two records that have the same by now (one was brought back) the first has it. */
export async function readOldAddresses(db: Db): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const kind of PAGE_KINDS) {
    const table = TABLES[kind] as 'person'
    const rows = await db
      .selectFrom(table)
      .select(['id', 'old_url'])
      // Zones take no part in the review, and only people are kept private.
      .$if(kind !== 'locations', (query) => query.select(['visibility', 'state']))
      .$if(kind === 'people', (query) => query.select('privacy'))
      // For the index.
      .where('old_url', '<>', sql.lit(''))
      .orderBy('id')
      .execute()
    for (const { id, old_url, visibility, state, privacy = 'full' } of rows) {
      if (state === 'discarded') continue
      const record = { kind, id, isPublic: visibility !== 'draft' && privacy === 'full' }
      for (const address of old_url.split('\n')) if (!found.has(address)) found.set(address, record)
    }
  }
  return found
}

type Holder = Record<'kind' | 'id', string | number>
/** The sentence for old addresses (one on each line) that another record has. @param own the record that they are for; a new one has another id. */
export function takenProblem(known: ReadonlyMap<string, Holder>, text: unknown, own: Holder): string | undefined {
  for (const address of String(text).split('\n')) {
    const { kind, id } = known.get(address) ?? own
    if (kind !== own.kind || id !== own.id) return `“${address}” is that of another record already (${kind} ${id}).`
  }
  return undefined
}

/** Where old addresses lead. */
export function createOldAddresses(db: Db, state: ReadState) {
  const cached = memoizeUntilChange<ReadonlyMap<string, Found>>(state, 1)
  const all = () => cached('', () => readOldAddresses(db))
  return {
    /** The record of an address (path and query), or of its path, whatever was added to that. */
    async find(asked: string): Promise<Found | undefined> {
      const { address = '' } = readOldUrl(asked)
      return (await all()).get(address) ?? (await all()).get(address.split('?')[0]!)
    },
    /** Those of public records. */
    list: async (): Promise<OldAddress[]> =>
      [...(await all())].flatMap(([address, { isPublic, ...record }]) => (isPublic ? [{ address, ...record }] : [])),
  }
}
